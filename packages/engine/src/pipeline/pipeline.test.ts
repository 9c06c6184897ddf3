import { fail, isFailure, succeed } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call, CallRequest } from '../call/call.ts';
import { path } from '../guards/kinds.ts';
import { createServer } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { createMemoryState } from '../stages/admit/memory-admissions.ts';
import { createEventBuffer } from '../stages/record/create-event-buffer.ts';
import { createMemorySink } from '../stages/record/memory-sink.ts';
import { defineStage, stageNames } from '../stages/stage.ts';
import type { Next } from '../stages/stage.ts';
import { createTickets, request, ticketCodes } from '../testing/tickets.ts';
import type { Ledger } from '../testing/tickets.ts';
import { defineTool } from '../tool/define-tool.ts';
import { compose } from './compose.ts';
import { describeStages } from './pipeline.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

const createWorld = (options: Partial<ServerOptions> = {}) => {
  const ledger: Ledger = { done: [] };
  const clock = { time: Date.parse('2026-01-28T12:00:00Z') };
  const sink = createMemorySink();
  const buffer = createEventBuffer(sink);
  const events = async () => {
    await buffer.flush();
    return sink.take().map(({ type, code }) => ({ type, code }));
  };
  const readFile = defineTool({
    name: 'read_file',
    description: 'Reads a file.',
    input: z.strictObject({ file: path({ root: 'project' }) }),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: () => ({ text: '' }),
  });
  const { findTicket, closeTicket, noteTicket, eraseAll } = createTickets(ledger);
  const now = () => clock.time;
  const state = createMemoryState({ now });
  const server = createServer({
    name: 'tickets',
    tools: [findTicket, closeTicket, noteTicket, eraseAll, readFile],
    codes: ticketCodes,
    guards: { roots: { project: import.meta.dirname } },
    stores: state,
    now,
    record: { events: buffer },
    ...options,
  });
  return { server, ledger, clock, events };
};

const failureOf = (outcome: Outcome): Failure => {
  if (!isFailure(outcome)) throw new Error(`A failure was expected: ${JSON.stringify(outcome)}`);
  return outcome;
};

const tokenOf = (outcome: Outcome): string => String(failureOf(outcome).details?.['confirmation_token']);

it('has its stages in this order', () => {
  expect(stageNames).toEqual([
    'record',
    'identify',
    'bound',
    'find',
    'validate',
    'guard',
    'replay',
    'gate',
    'meter',
    'consent',
    'admit',
    'check',
    'run',
  ]);
  expect(describeStages().map(({ name }) => name)).toEqual(stageNames);
});

describe('a refusal', () => {
  const refusals: readonly (readonly [string, string, CallRequest])[] = [
    [
      'identify',
      'PERMISSION_DENIED',
      request('find_ticket', { id: 1 }, { caller: { transport: 'http', local: false } }),
    ],
    ['bound', 'VALIDATION_PAYLOAD_TOO_LARGE', request('note_ticket', { id: 1, text: 'x'.repeat(2 ** 20 + 1) })],
    ['find', 'NOT_FOUND_OPERATION', request('find_tickt', { id: 1 })],
    ['validate', 'VALIDATION_MISSING_PARAM', request('find_ticket', {})],
    ['guard', 'VALIDATION_UNSAFE_PATH', request('read_file', { file: '../../../../etc/passwd' })],
    ['gate', 'PERMISSION_DANGER_LEVEL_DENIED', request('erase_all')],
    ['consent', 'CONFIRMATION_REQUIRED', request('close_ticket', { id: 1 })],
    [
      'consent, with a token',
      'TOKEN_INVALID',
      request('close_ticket', { id: 1 }, { meta: { confirmation_token: 'conf_x' } }),
    ],
  ];

  it.each(refusals)('of %s is %s, runs nothing behind it, and is recorded', async (_, code, call) => {
    const { server, ledger, events } = createWorld();
    const outcome = failureOf(await server.call(call));
    expect(outcome.code).toBe(code);
    expect(outcome.effect).toBe('none');
    expect(ledger.done).toEqual([]);
    expect(await events()).toEqual([
      { type: 'TOOL_CALL_STARTED', code: null },
      { type: 'TOOL_CALL_FAILED', code },
    ]);
  });

  it('of replay is CONFLICT_IDEMPOTENCY_KEY, and runs nothing', async () => {
    const { server, ledger, events } = createWorld();
    const meta = { idempotency_key: 'k' };
    await server.call(request('note_ticket', { id: 1, text: 'a' }, { meta }));
    const outcome = failureOf(await server.call(request('note_ticket', { id: 1, text: 'b' }, { meta })));
    expect(outcome.code).toBe('CONFLICT_IDEMPOTENCY_KEY');
    expect(ledger.done).toEqual(['note 1 a']);
    expect((await events()).at(-1)).toEqual({ type: 'TOOL_CALL_FAILED', code: 'CONFLICT_IDEMPOTENCY_KEY' });
  });

  it('of meter is RATE_LIMIT_QUOTA_EXHAUSTED, and runs nothing', async () => {
    const { server, ledger } = createWorld({ policy: { tools: { close_ticket: { decision: 'allow' } } } });
    await server.call(request('close_ticket', { id: 1 }));
    await server.call(request('close_ticket', { id: 2 }));
    const outcome = failureOf(await server.call(request('close_ticket', { id: 3 })));
    expect(outcome).toMatchObject({
      code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
      retry_after_ms: 60_000,
      details: { metric: 'closes_per_minute', current: 2, hard_stop_threshold: 2, remaining: 0 },
    });
    expect(ledger.done).toEqual(['close 1', 'close 2']);
  });

  it('of check is INTERNAL_OUTPUT_INVALID, and withholds the answer', async () => {
    const lying = defineTool({
      name: 'lie',
      description: 'Answers with something else.',
      input: z.strictObject({}),
      output: z.object({ id: z.int() }),
      operation: 'query',
      danger: 'safe',
      errors: [],
      run: () => ({ id: 'secret' }) as never,
    });
    const outcome = failureOf(await createServer({ name: 'liar', tools: [lying] }).call(request('lie')));
    expect(outcome).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'none', recovery: 'report' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('leaves the token and the quota as they were', async () => {
    const { server, ledger } = createWorld();
    const token = tokenOf(await server.call(request('close_ticket', { id: 1 })));
    const confirmed = (args: object) => request('close_ticket', args, { meta: { confirmation_token: token } });
    // Refused by validate, by consent (other arguments), and by the caller's own cancelling: nothing is used up.
    expect(failureOf(await server.call(confirmed({ id: 0 }))).code).toBe('VALIDATION_OUT_OF_RANGE');
    expect(failureOf(await server.call(confirmed({ id: 2 }))).code).toBe('TOKEN_SCOPE_MISMATCH');
    for (const id of [11, 12, 13]) await server.call(request('close_ticket', { id }));
    expect(await server.call(confirmed({ id: 1 }))).toEqual(succeed({ id: 1, closed: true }));
    expect(failureOf(await server.call(confirmed({ id: 1 }))).code).toBe('TOKEN_ALREADY_USED');
    const second = tokenOf(await server.call(request('close_ticket', { id: 2 })));
    expect(await server.call(request('recourse_confirm', { confirmation_token: second }))).toMatchObject({ ok: true });
    expect(ledger.done).toEqual(['close 1', 'close 2']);
  });
});

describe('a retry', () => {
  it('with the same key gets the stored outcome although its token is used and its quota is gone', async () => {
    const { server, ledger } = createWorld();
    const meta = { idempotency_key: 'payment-1' };
    const first = await server.call(request('close_ticket', { id: 7 }, { meta }));
    const confirmation = { meta: { ...meta, confirmation_token: tokenOf(first) } };
    const answer = await server.call(request('close_ticket', { id: 7 }, confirmation));
    expect(answer).toEqual(succeed({ id: 7, closed: true }));
    // Uses up the quota of two.
    const other = tokenOf(await server.call(request('close_ticket', { id: 8 })));
    await server.call(request('recourse_confirm', { confirmation_token: other }));
    // The answer was lost on the way; the client repeats the call, with the token and without.
    expect(await server.call(request('close_ticket', { id: 7 }, confirmation))).toEqual(answer);
    expect(await server.call(request('close_ticket', { id: 7 }, { meta }))).toEqual(answer);
    const { structuredContent } = await server.respond(request('close_ticket', { id: 7 }, { meta }));
    expect(structuredContent).toMatchObject({ ok: true, closed: true, _meta: { replayed: true } });
    expect(ledger.done).toEqual(['close 7', 'close 8']);
  });

  it('of a call that had no effect is made again', async () => {
    const { server, ledger } = createWorld({ policy: { tools: { close_ticket: { decision: 'allow' } } } });
    const meta = { idempotency_key: 'k' };
    await server.call(request('close_ticket', { id: 404 }, { meta }));
    await server.call(request('close_ticket', { id: 404 }, { meta }));
    expect(ledger.done).toEqual(['close 404', 'close 404']);
  });
});

it('answers INTERNAL_STORE_UNAVAILABLE, and runs nothing, when the store cannot admit a call', async () => {
  const { tokens, admissions } = createMemoryState();
  const admit = () => Promise.reject(new StoreUnavailableError('state'));
  const { server, ledger } = createWorld({ stores: { tokens, admissions: { ...admissions, admit } } });
  const outcome = await server.call(request('note_ticket', { id: 1, text: 'a' }, { meta: { idempotency_key: 'k' } }));
  expect(outcome).toMatchObject({ code: 'INTERNAL_STORE_UNAVAILABLE', retryable: true, effect: 'none' });
  expect(ledger.done).toEqual([]);
});

describe('composition', () => {
  const world = createWorld();
  const call = { correlation_id: 'c', tool: 't', state: { started: false } } as never;
  const end = defineStage('run', [], () => Promise.resolve(succeed({})));

  it.each([
    ['throws', () => Promise.reject(new Error('secret'))],
    ['answers nothing', () => Promise.resolve(undefined as never)],
    ['answers with a code that it does not declare', () => Promise.resolve(fail('PERMISSION_DENIED'))],
    ['throws at once', () => { throw new Error('secret'); }], // prettier-ignore
    ['answers nothing at once', () => undefined as never],
    ['answers at once with a code that it does not declare', () => fail('PERMISSION_DENIED')],
    ['replaces an outcome by a code that it does not declare', (given: Call, next: Next) => { void next(given); return fail('PERMISSION_DENIED'); }], // prettier-ignore
  ] as const)('fails closed when a stage %s', async (_, run) => {
    const outcome = failureOf(await compose([defineStage('gate', [], run), end])(call));
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none', correlation_id: 'c' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('fails closed when no stage answers', async () => {
    const passing = defineStage('gate', [], (given, next) => next(given));
    expect(failureOf(await compose([passing])(call)).code).toBe('INTERNAL_ERROR');
  });

  it('passes on when an unavailable store may be back', async () => {
    const error = new StoreUnavailableError('replays', { retryAfterMs: 4000 });
    const broken = defineStage('replay', [], () => Promise.reject(error));
    expect(failureOf(await compose([broken, end])(call)).retry_after_ms).toBe(4000);
  });

  it('says when a store does not answer', async () => {
    const broken = defineStage('replay', [], () => Promise.reject(new StoreUnavailableError('replays')));
    expect(failureOf(await compose([broken, end])(call))).toMatchObject({
      code: 'INTERNAL_STORE_UNAVAILABLE',
      retryable: true,
      effect: 'none',
      details: { store: 'replays' },
    });
  });

  it('passes on what a stage behind answers, whatever its code', async () => {
    const passing = defineStage('gate', [], (given, next) => next(given));
    const refusing = defineStage('meter', ['RATE_LIMIT_QUOTA_EXHAUSTED'], () =>
      Promise.resolve(
        fail('RATE_LIMIT_QUOTA_EXHAUSTED', {
          metric: 'm',
          current: 1,
          hard_stop_threshold: 1,
          resets_at: '2026-01-28T12:00:00Z',
        }),
      ),
    );
    expect(failureOf(await compose([passing, refusing, end])(call)).code).toBe('RATE_LIMIT_QUOTA_EXHAUSTED');
    expect(world.ledger.done).toEqual([]);
  });
});
