import { rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Io } from '../command.ts';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
let time: number;
const now = (): number => time;
beforeEach(() => {
  cwd = writeFolder({});
  time = Date.UTC(2026, 0, 1);
});
const recourse = (...line: readonly string[]) => runWithFakeIo(['events', ...line], { cwd, now });
const start = async () => {
  const tickets = await openTickets({ cwd, now });
  const find = async (...numbers: readonly number[]): Promise<void> => {
    for (const id of numbers) {
      await tickets.call('find_ticket', { id });
      time += 60_000;
    }
    await tickets.flush();
  };
  return { tickets, find };
};
const typesOf = async (...line: readonly string[]): Promise<readonly string[]> =>
  JSON.parse((await recourse(...line, '--json')).out).events.map(({ type }: { type: string }) => type.slice(10));

describe('recourse events', () => {
  it('shows each call, its caller and its outcome', async () => {
    const { find } = await start();
    await find(7, 404);
    const { exit, out, err } = await recourse();
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    const [heading, ...lines] = out.split('\n').map((line) =>
      line
        .replace(/\d+\.\d ms$/, 'x ms')
        .split(/ {2,}/)
        .join(' '),
    );
    expect(heading).toBe('TIME WHAT TOOL WHO CODE EFFECT TOOK');
    expect(lines).toEqual([
      '2026-01-01T00:00:00.000Z started find_ticket local - -',
      '2026-01-01T00:00:00.000Z finished find_ticket local - - x ms',
      '2026-01-01T00:01:00.000Z started find_ticket local - -',
      '2026-01-01T00:01:00.000Z failed find_ticket local NOT_FOUND_RESOURCE none x ms',
    ]);
  });

  it('finds events by code, tool, principal, time and number', async () => {
    const { tickets, find } = await start();
    await find(7, 404);
    await tickets.call('close_ticket', { id: 7 });
    await tickets.flush();
    expect(await typesOf('--code', 'NOT_FOUND_RESOURCE')).toEqual(['FAILED']);
    expect(await typesOf('--tool', 'close_ticket')).toEqual(['STARTED', 'FAILED']);
    expect(await typesOf('--principal', 'ada')).toEqual([]);
    expect(await typesOf('--since', '1m', '--tool', 'find_ticket')).toEqual(['STARTED', 'FAILED']);
    expect(await typesOf('--since', '2026-01-01T00:02:00Z')).toEqual(['STARTED', 'FAILED']);
    expect(await typesOf('--limit', '3')).toEqual(['FAILED', 'STARTED', 'FAILED']);
  });

  it('reports an empty list', async () => {
    await start();
    expect(await recourse()).toEqual({ exit: 0, err: '', out: 'No matching events.' });
  });

  it.each([
    [['--limit', '0'], '--limit must be a whole number from 1'],
    [['--limit', 'many'], '--limit must be a whole number from 1'],
    [['--since', 'yesterday'], "'yesterday' is not a time"],
    [['--cod', 'X'], "Unknown option '--cod'. Did you mean --code?"],
    [['NOT_FOUND_RESOURCE'], "Unexpected 'NOT_FOUND_RESOURCE'."],
  ])('ends with 2 for %j', async (line, message) => {
    expect(await recourse(...line)).toMatchObject({ exit: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('recourse events --follow', () => {
  /** Follows in the background. `heard` waits until a string is written. */
  const follow = (...line: readonly string[]) => {
    const stop = new AbortController();
    const said = { out: '', err: '' };
    const waiting: (() => void)[] = [];
    const write = (stream: 'out' | 'err') => (text: string) => {
      said[stream] += `${text}\n`;
      for (const check of waiting) check();
    };
    const io: Partial<Io> = { cwd, now, signal: stop.signal, out: write('out'), err: write('err') };
    const ended = runWithFakeIo(['events', '--follow', ...line], io);
    const heard = (stream: 'out' | 'err', part: string, times = 1): Promise<void> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (said[stream].split(part).length > times) resolve();
        };
        waiting.push(check);
        check();
        void ended.then(() => reject(new Error(`It ended without '${part}': ${said.err}`)));
      });
    return { heard, said, end: async () => (stop.abort(), (await ended).exit) };
  };

  it('shows the last events, then each new one once, and exits cleanly', async () => {
    const { find } = await start();
    await find(404, 404, 404);
    const { heard, said, end } = follow('--code', 'NOT_FOUND_RESOURCE', '--limit', '2');
    await heard('out', 'NOT_FOUND_RESOURCE', 2);
    await find(7, 404);
    await heard('out', 'NOT_FOUND_RESOURCE', 3);
    await find(404, 7);
    await heard('out', 'NOT_FOUND_RESOURCE', 4);
    expect(await end()).toBe(0);
    expect(
      said.out
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 24)),
    ).toEqual(['01', '02', '04', '05'].map((minute) => `2026-01-01T00:${minute}:00.000Z`));
    expect(said.err).toMatch(/^TIME .*\n$/);
  });

  it('writes one JSON document in each line', async () => {
    const { find } = await start();
    const { heard, said, end } = follow('--json');
    await find(7);
    await heard('out', 'TOOL_CALL_FINISHED');
    expect(await end()).toBe(0);
    const events = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(['TOOL_CALL_STARTED', 'TOOL_CALL_FINISHED']);
    expect(said.err).toBe('');
  });

  it('waits for a store that was removed, and shows all events of its replacement', async () => {
    const { tickets, find } = await start();
    await find(7);
    const { heard, said, end } = follow('--json');
    await heard('out', 'TOOL_CALL_FINISHED');
    await tickets.close();
    rmSync(path.join(cwd, '.recourse'), { recursive: true });
    await heard('err', 'Waiting for the store.');
    const another = await start();
    await another.find(404);
    await heard('err', 'The store is available again.');
    await heard('out', 'TOOL_CALL_FAILED');
    expect(await end()).toBe(0);
    expect(said.out.match(/TOOL_CALL_\w+/g)).toEqual([
      'TOOL_CALL_STARTED',
      'TOOL_CALL_FINISHED',
      'TOOL_CALL_STARTED',
      'TOOL_CALL_FAILED',
    ]);
  });

  it('does not wait for a store that never existed', async () => {
    expect(await recourse('--follow')).toMatchObject({ exit: 2, err: expect.stringContaining('There is no store') });
  });
});
