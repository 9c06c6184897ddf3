import { createServer, defineTool } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Io } from '../command.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

const closed: number[] = [];
const find = defineTool({
  name: 'find_ticket',
  description: 'Finds a ticket.',
  input: z.strictObject({ id: z.int().min(1).describe('Its number.'), state: z.enum(['open', 'shut']).optional() }),
  operation: 'query',
  danger: 'safe',
  errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { id }, fail }) =>
    id === 7
      ? { id, title: 'tide' }
      : fail(
          'NOT_FOUND_RESOURCE',
          { resource_type: 'ticket', resource_id: String(id) },
          { next_actions: [{ tool: 'find_ticket', arguments: { id: 7 }, why: 'It is the only one.' }] },
        ),
});
const close = defineTool({
  name: 'close_ticket',
  description: 'Closes a ticket.',
  input: z.strictObject({ id: z.int() }),
  operation: 'command',
  danger: 'destructive',
  confirmation: { message: 'Close ticket {id}?' },
  errors: [],
  run: ({ arguments: { id } }) => ({ closed: closed.push(id) }),
});

const pay = defineTool({
  name: 'pay',
  description: 'Pays; the bank does not say whether it did.',
  input: z.strictObject({}),
  operation: 'command',
  danger: 'reversible',
  errors: ['UPSTREAM_UNAVAILABLE'],
  run: ({ fail }) => fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'unknown' }),
});

let door: Awaited<ReturnType<typeof serveHttp>>;
beforeAll(async () => {
  door = await serveHttp(createServer({ name: 'tickets', tools: [find, close, pay] }), { port: 0 });
});
afterAll(() => door.close());

const call = (words: readonly string[], io: Partial<Io> = {}) =>
  runWithFakeIo(['call', `http://127.0.0.1:${door.port}/mcp`, ...words], io);

describe('recourse call, in one process with the server that it calls', () => {
  it('lists the tools, and the arguments of one', async () => {
    const { exit, out } = await call(['--list']);
    expect(exit).toBe(0);
    expect(out).toMatch(/^find_ticket +reads +Finds a ticket\.$/mu);
    expect(out).toMatch(/^close_ticket +writes +Closes a ticket\.$/mu);
    const one = await call(['find_ticket', '--list']);
    expect(one.out).toMatch(/^ +id +integer +required +Its number\.$/mu);
    expect(one.out).toMatch(/^ +state +open\|shut/mu);
  });

  it('shows the result on stdout and the steps on stderr', async () => {
    const { exit, out, err } = await call(['find_ticket', '--arg', 'id=7']);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 7, title: 'tide' });
    expect(err).toContain('succeeded');
  });

  it('shows the code, the message and the next step of a failure', async () => {
    const { exit, out, err } = await call(['find_ticket', '--arg', 'id=8']);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toMatch(/code +NOT_FOUND_RESOURCE/u);
    expect(err).toMatch(/message +Resource 'ticket' not found: '8'/u);
    expect(err).toMatch(/next +find_ticket \{"id":7\}/u);
  });

  it('writes one JSON document with --json', async () => {
    const { exit, out } = await call(['find_ticket', '--args', '{"id":8}', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      tool: 'find_ticket',
      end: 'handed_over',
      exit_code: exit,
      in_doubt: false,
      calls: 1,
      failure: { code: 'NOT_FOUND_RESOURCE' },
    });
  });

  it.each([
    ['its one attempt is spent', ['--attempts', '1', '--seconds', '1']],
    ['the time is spent', ['--seconds', '1']],
  ])('exits 3 for a call in doubt when %s', async (_, options) => {
    const { exit, out, err } = await call(['pay', '--json', ...options]);
    expect(exit).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      end: 'in_doubt',
      exit_code: 3,
      in_doubt: true,
      failure: { effect: 'unknown' },
    });
    expect(err).toContain('The call may have taken effect');
  });

  it('closes no ticket without a yes, and shows no token', async () => {
    const unasked = await call(['close_ticket', '--arg', 'id=7']);
    expect(unasked.exit).toBe(1);
    expect(unasked.err).toContain('A person must confirm this call.');
    const denied = await call(['close_ticket', '--arg', 'id=7'], { ask: () => Promise.resolve('n') });
    expect(denied.exit).toBe(5);
    expect(`${unasked.err}${denied.err}`).not.toMatch(/conf_\w/u);
    expect(closed).toEqual([]);
  });

  it('closes it after a yes', async () => {
    const { exit } = await call(['close_ticket', '--arg', 'id=7'], { ask: () => Promise.resolve('y') });
    expect(exit).toBe(0);
    expect(closed).toEqual([7]);
  });

  it('suggests the nearest tool name', async () => {
    const { exit, err } = await call(['find_tickt']);
    expect(exit).toBe(2);
    expect(err).toContain('Did you mean find_ticket?');
  });

  it('reports an unreachable server', async () => {
    const { exit, err } = await runWithFakeIo(['call', 'http://127.0.0.1:1/mcp', 'find_ticket']);
    expect(exit).toBe(6);
    expect(err).toContain('127.0.0.1:1');
  });
});
