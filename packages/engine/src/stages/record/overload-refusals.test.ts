import { isFailure } from '@recourse/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreOverloadedError } from '../../pipeline/store-overloaded.ts';
import { createServer } from '../../server/create-server.ts';
import { createTickets, request } from '../../testing/tickets.ts';
import { createMemoryState } from '../admit/memory-admissions.ts';
import type { Admissions } from '../admit/admissions.ts';
import { createEventBuffer } from './create-event-buffer.ts';
import { createMemorySink } from './memory-sink.ts';

const overload = { waiting: 2000, retryAfterMs: 700 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const serve = (broken: Partial<Admissions>) => {
  const { tokens, admissions } = createMemoryState();
  const sink = createMemorySink();
  const events = createEventBuffer({ ...sink, transaction: admissions.transaction });
  const ledger = { done: [] as string[] };
  const { noteTicket } = createTickets(ledger);
  const stores = { tokens, admissions: { ...admissions, ...broken } };
  const server = createServer({ name: 'tickets', tools: [noteTicket], stores, record: { events } });
  const call = () =>
    server.call(request('note_ticket', { id: 1, text: 'a' }, { meta: { idempotency_key: crypto.randomUUID() } }));
  const taken = async () => {
    await events.flush();
    return sink.take().map(({ type, code, data }) => ({ type, code, refusals: data['refusals'] }));
  };
  return { call, taken, ledger };
};

it.each<[string, Partial<Admissions>]>([
  ['before any stage', { overload: () => overload }],
  ['while they wait', { admit: () => Promise.reject(new StoreOverloadedError(overload)) }],
])('records calls that are refused for overload %s once a second, with their number', async (_, broken) => {
  const { call, taken, ledger } = serve(broken);
  const outcomes = await Promise.all(Array.from({ length: 50 }, call));
  for (const outcome of outcomes) {
    expect(isFailure(outcome) && outcome).toMatchObject({
      code: 'RATE_LIMIT_CONCURRENCY',
      retryable: true,
      effect: 'none',
      retry_after_ms: 700,
    });
  }
  expect(ledger.done).toEqual([]);
  const refusal = { type: 'TOOL_CALL_FAILED', code: 'RATE_LIMIT_CONCURRENCY' };
  expect(await taken()).toEqual([{ ...refusal, refusals: 1 }]);
  vi.advanceTimersByTime(1000);
  expect(await taken()).toEqual([{ ...refusal, refusals: 49 }]);
  vi.advanceTimersByTime(1000);
  expect(await taken()).toEqual([]);
});
