import { fail } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { createEventBuffer } from '../stages/record/create-event-buffer.ts';
import { createMemorySink } from '../stages/record/memory-sink.ts';
import { defineTool } from '../tool/define-tool.ts';

const caller = { transport: 'in-process', local: true } as const;
const jobId = /^job_\d+$/;

/** A tool that is about a job, and answers as it is told. */
const createTool = (run: () => JsonObject | Failure | Promise<never>, danger: 'reversible' | 'destructive') =>
  defineTool({
    name: 'stop_job',
    description: 'Stops a job.',
    input: z.strictObject({ job_id: z.string(), force: z.boolean().optional() }),
    operation: 'command',
    danger,
    errors: ['CONFLICT_VERSION_MISMATCH'],
    subject: ({ job_id: id }) => (typeof id === 'string' && jobId.test(id) ? { type: 'job', id } : undefined),
    timeoutMs: 20,
    run: () => run(),
  });

const never = () => new Promise<never>(() => undefined);
const throwing = () => {
  throw new RangeError('A bug');
};

const call = async (
  args: JsonObject,
  {
    run = () => ({}),
    danger = 'reversible',
    ...options
  }: {
    run?: () => JsonObject | Failure | Promise<never>;
    danger?: 'reversible' | 'destructive';
  } & Partial<ServerOptions>,
) => {
  const server = createServer({ name: 'jobs', ...options, tools: [createTool(run, danger)] });
  return server.call({ tool: 'stop_job', arguments: args, caller });
};

describe('the subject that a tool declares', () => {
  const subject = { type: 'job', id: 'job_7' };
  const named = { job_id: 'job_7' };

  it.each([
    ['an unknown argument', 'VALIDATION_UNKNOWN_PARAM', { ...named, more: 1 }, {}],
    ['an argument of the wrong type', 'VALIDATION_INVALID_TYPE', { ...named, force: 'yes' }, {}],
    ['a call that must be confirmed', 'CONFIRMATION_REQUIRED', named, { danger: 'destructive' as const }],
    ['a call that ran out of time', 'INTERNAL_TIMEOUT', named, { run: never }],
    ['a handler that throws', 'INTERNAL_ERROR', named, { run: throwing }],
    ['an output that is not JSON', 'INTERNAL_OUTPUT_INVALID', named, { run: () => [] as never }],
    ['a failure of the handler', 'CONFLICT_VERSION_MISMATCH', named, { run: conflict }],
    [
      'a key that may not use the tool',
      'PERMISSION_DENIED',
      named,
      { identity: { identify: () => ({ id: 'ada', trust: 'validated' as const, tools: [] }) } },
    ],
  ])('is on the failure of %s', async (_, code, args, options) => {
    expect(await call(args, options)).toMatchObject({ ok: false, code, subject });
  });

  it('is absent if the call names none, or not a valid one', async () => {
    for (const args of [{}, { job_id: 7 }, { job_id: '../../etc' }]) {
      expect(await call({ ...args, more: 1 }, {})).not.toHaveProperty('subject');
    }
  });

  it('does not replace the subject of a failure', async () => {
    const run = () => conflict({ subject: { type: 'file', id: 'a' } });
    expect(await call(named, { run })).toMatchObject({ subject: { type: 'file', id: 'a' } });
  });

  it('is on the events of a call, also of one that succeeds', async () => {
    const sink = createMemorySink();
    const events = createEventBuffer(sink);
    await call(named, { record: { events } });
    await call({ ...named, more: 1 }, { record: { events } });
    await events.close();
    expect(sink.take().map(({ type, subject: about }) => [type, about])).toEqual([
      ['TOOL_CALL_STARTED', 'job:job_7'],
      ['TOOL_CALL_FINISHED', 'job:job_7'],
      ['TOOL_CALL_STARTED', 'job:job_7'],
      ['TOOL_CALL_FAILED', 'job:job_7'],
    ]);
  });
});

describe('the session of an answer', () => {
  const tools = [
    defineTool({
      name: 'look',
      description: 'Looks.',
      input: z.strictObject({ session: z.string().optional() }),
      operation: 'query',
      danger: 'safe',
      errors: ['CONFLICT_VERSION_MISMATCH'],
      run: ({ arguments: { session } }) => (session === 'broken' ? conflict() : {}),
    }),
    defineTool({
      name: 'open',
      description: 'Opens a session.',
      input: z.strictObject({}),
      operation: 'command',
      danger: 'reversible',
      errors: [],
      subject: () => undefined,
      run: ({ about }) => {
        about({ type: 'session', id: 'new' });
        return {};
      },
    }),
  ];
  const server = createServer({
    name: 'sessions',
    dialect: 'stagewright',
    tools,
    subject: ({ session }) => (typeof session === 'string' ? { type: 'session', id: session } : undefined),
  });
  const sessionOf = async (tool: string, args: JsonObject, more = {}) => {
    const { structuredContent } = await server.respond({ tool, arguments: args, caller, ...more });
    return (structuredContent as { _meta: { session_id?: string } })._meta.session_id;
  };

  it.each([
    ['a success', 'look', { session: 'a' }, 'a'],
    ['a failure of the handler', 'look', { session: 'broken' }, 'broken'],
    ['arguments that are refused', 'look', { session: 'a', more: 1 }, 'a'],
    ['an unknown tool', 'lok', { session: 'a' }, 'a'],
    ['a session that the handler has opened', 'open', {}, 'new'],
    ['refused arguments of a tool with a subject of its own', 'open', { session: 'a' }, undefined],
    ['a call that names none', 'look', {}, undefined],
  ])('is in _meta for %s', async (_, tool, args, session) => {
    expect(await sessionOf(tool, args)).toBe(session);
  });

  it('is that of the connection if the call has none', async () => {
    expect(await sessionOf('look', {}, { session_id: 'mcp' })).toBe('mcp');
    expect(await sessionOf('look', { session: 'a' }, { session_id: 'mcp' })).toBe('a');
  });
});

function conflict(options = {}): Failure {
  return fail('CONFLICT_VERSION_MISMATCH', { expected_version: '1', actual_version: '2' }, options);
}
