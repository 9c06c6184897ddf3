import { StoreOverloadedError, StoreUnavailableError } from '@recourse/engine/store-ports';
import { expect, it } from 'vitest';
import { AdmissionLimit, admittedAtOnce, fewestPlaces } from '../limiting/admission-limit.ts';
import type { PostgresContext } from './context.ts';
import { createExchange } from './exchange.ts';

interface Sent {
  readonly ends: readonly { readonly number: number; readonly name?: string }[];
  readonly begins: readonly { readonly number: number; readonly name?: string; readonly attempt: string }[];
  readonly undo: readonly string[] | null;
}

/** An exchange whose batches a test answers or fails. */
const open = (fails: (sent: Sent) => Error | undefined, limit = new AdmissionLimit(1000)) => {
  const batches: Sent[] = [];
  const rows = async (_name: string, _sql: string, cells: readonly unknown[] = []): Promise<readonly never[]> => {
    const parse = (cell: unknown) => JSON.parse(String(cell)) as never;
    const sent: Sent = { ends: parse(cells[0]), begins: parse(cells[1]), undo: cells[4] as Sent['undo'] };
    batches.push(sent);
    const error = fails(sent);
    if (error) throw error;
    const answered = [...sent.ends, ...sent.begins].map(({ number }) => ({ number, state: 'admitted' }));
    return answered as unknown as readonly never[];
  };
  const context = { database: { rows }, now: () => null, most: { outcomes: 10 } } as unknown as PostgresContext;
  const exchange = createExchange(context, {
    owner: { leaseMs: 1000, ready: async () => 1, close: async () => undefined },
    limit,
    chain: {} as never,
    statementMs: 1000,
  });
  return { exchange, batches };
};

const lost = new StoreUnavailableError('PostgreSQL', { cause: new Error('Connection terminated') });
const cancelled = new StoreUnavailableError('PostgreSQL', {
  cause: Object.assign(new Error('canceling statement'), { code: '57014' }),
});

it('undoes an admission whose answer was lost, with every further batch', async () => {
  let isUp = false;
  const { exchange, batches } = open(() => (isUp ? undefined : lost));
  await expect(exchange.admit({ name: 'one' })).rejects.toBe(lost);
  isUp = true;
  await exchange.admit({ name: 'two' });
  await exchange.end({ name: 'three' });
  const attempt = batches[0]?.begins[0]?.attempt;
  expect(attempt).toMatch(/^[0-9a-f-]{36}$/);
  expect(batches.map(({ undo }) => undo)).toEqual([null, [attempt], [attempt]]);
});

it('undoes nothing that the server itself has refused, and no call that was ending', async () => {
  let error: Error | undefined = cancelled;
  const { exchange, batches } = open(() => error);
  await expect(exchange.admit({})).rejects.toBe(cancelled);
  error = lost;
  await expect(exchange.end({})).rejects.toBe(lost);
  error = undefined;
  await exchange.admit({});
  expect(batches.map(({ undo }) => undo)).toEqual([null, null, null]);
});

it('repeats a batch that another transaction was in the way of', async () => {
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  let conflicts = 2;
  const { exchange, batches } = open(() => (conflicts-- > 0 ? conflict : undefined));
  await expect(exchange.admit({ name: 'one' })).resolves.toMatchObject({ state: 'admitted' });
  expect(batches).toHaveLength(3);
});

it('sends the calls of a batch one by one if one of them cannot be written', async () => {
  const bug = new Error('invalid input syntax');
  const isBad = ({ name }: { readonly name?: string }) => name === 'bad';
  const { exchange } = open(({ ends, begins }) => ([...ends, ...begins].some(isBad) ? bug : undefined));
  const outcomes = await Promise.allSettled([
    exchange.admit({ name: 'one' }),
    exchange.admit({ name: 'bad' }),
    exchange.end({ name: 'two' }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('ends calls before it admits others, and is closed when all are answered', async () => {
  const { exchange, batches } = open(() => undefined);
  const admitted = exchange.admit({ name: 'new' });
  const ended = exchange.end({ name: 'old' });
  await exchange.close();
  await Promise.all([admitted, ended]);
  expect(batches).toHaveLength(1);
  expect(batches[0]).toMatchObject({ ends: [{ number: 0, name: 'old' }], begins: [{ number: 1, name: 'new' }] });
});

it('refuses calls that have waited too long, and admits the oldest anyway', async () => {
  // To its own clock the store is never stalled; to that of the exchange every call is late.
  const { exchange, batches } = open(() => undefined, new AdmissionLimit(0, () => 0));
  const calls = Array.from({ length: admittedAtOnce + fewestPlaces + 3 }, () => exchange.admit({}));
  const outcomes = await Promise.allSettled(calls);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: expect.any(StoreOverloadedError) as unknown });
  expect(outcomes.slice(0, -3).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(batches.every(({ begins }) => begins.length <= admittedAtOnce)).toBe(true);
});
