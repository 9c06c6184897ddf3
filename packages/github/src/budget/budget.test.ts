import { isFailure } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import type { BudgetRequest, Ticket } from './budget.ts';
import type { SharedCells } from './shared-cells.ts';

/** One cell that all budgets of a test share, with a switch that makes it fail. */
class OneCell implements SharedCells {
  reads = 0;
  fails = false;
  #cell: { readonly value: JsonObject; readonly version: number } | undefined;

  async get(): Promise<{ readonly value: JsonObject; readonly version: number } | undefined> {
    this.reads += 1;
    await Promise.resolve();
    if (this.fails) throw new Error('The store is down');
    return this.#cell;
  }

  async set(_: string, { value, version }: { readonly value: JsonObject; readonly version: number }): Promise<boolean> {
    await Promise.resolve();
    if (this.fails) throw new Error('The store is down');
    if (version !== (this.#cell?.version ?? 0)) return false;
    this.#cell = { value, version: version + 1 };
    return true;
  }
}

/** A clock that every pause moves on, once for all that pause together. */
class Time {
  now = 1_000_000;
  #next: Promise<void> | undefined;

  readonly sleep = (ms: number): Promise<void> => {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.now += Math.ceil(ms);
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  };
}

const exhausted = {
  status: 403,
  headers: {
    get: (name: string) =>
      ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '5000', 'x-ratelimit-reset': '2000000' })[name],
  },
  body: {},
};

const request: BudgetRequest = { route: 'GET /repos/a/b', writes: false, timeLeft: () => 60_000 };

const processes = (count: number, cells: SharedCells, time: Time): Budget[] =>
  Array.from(
    { length: count },
    () =>
      new Budget({
        cells,
        baseUrl: 'https://api.github.com',
        token: 'x',
        pace: undefined,
        now: () => time.now,
        sleep: time.sleep,
      }),
  );

/** Lets every process enter several times at once. The answer of whatever is sent comes after so long. */
const enterAll = async (budgets: readonly Budget[], each: number, time: Time, answerMs: number) => {
  let sent = 0;
  const results = await Promise.all(
    budgets.flatMap((budget) =>
      Array.from({ length: each }, async () => {
        const ticket = await budget.enter(request);
        if (isFailure(ticket)) return ticket.code;
        sent += 1;
        const end = time.now + answerMs;
        while (time.now < end) await time.sleep(50);
        await budget.leave(ticket, exhausted);
        return 'sent';
      }),
    ),
  );
  return { sent, refused: results.filter((code) => code === 'RATE_LIMIT_EXCEEDED').length };
};

describe('a limit that nothing is known about', () => {
  it('costs one request, also if its answer takes long', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    expect(await enterAll(processes(4, cells, time), 25, time, 12_000)).toEqual({ sent: 1, refused: 99 });
  });

  it('is read from the store once for all calls of a process that wait together', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    await enterAll(processes(1, cells, time), 100, time, 1000);
    expect(cells.reads).toBeLessThan(100);
  });

  it('costs one request for each process while the store fails', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    cells.fails = true;
    expect(await enterAll(processes(4, cells, time), 25, time, 100)).toEqual({ sent: 4, refused: 96 });
  });

  it('stays known to a process whose store fails later', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    const budgets = processes(1, cells, time);
    await enterAll(budgets, 2, time, 100);
    cells.fails = true;
    expect(await enterAll(budgets, 10, time, 100)).toEqual({ sent: 0, refused: 10 });
  });

  it('is found out by one other request after a process was killed', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    const [killed, ...others] = processes(3, cells, time);
    await killed?.enter(request);
    expect(await enterAll(others, 10, time, 100)).toEqual({ sent: 1, refused: 19 });
    expect(time.now).toBeGreaterThanOrEqual(1_000_000 + 30_000);
  });

  it('ends a wait with the time of the call, and nothing was sent', async () => {
    const [cells, time] = [new OneCell(), new Time()];
    const [first, second] = processes(2, cells, time);
    const ticket = (await first?.enter(request)) as Ticket;
    expect(ticket.probes).toBe(true);
    await expect(second?.enter({ ...request, timeLeft: () => 40 })).rejects.toMatchObject({ end: 'connect_timeout' });
  });
});

it('spaces the writes of contending processes out, and lets none slip past', async () => {
  const [cells, time] = [new OneCell(), new Time()];
  const pace = { everyMs: 1000, burst: 1 };
  const budgets = Array.from(
    { length: 4 },
    () => new Budget({ cells, baseUrl: 'x', token: 'x', pace, now: () => time.now, sleep: () => Promise.resolve() }),
  );
  const [first] = budgets;
  const probe = (await first?.enter(request)) as Ticket;
  await first?.leave(probe, { status: 200, headers: { get: () => undefined }, body: {} });
  const write = { ...request, writes: true, timeLeft: () => 40_000 };
  const entered = await Promise.all(budgets.flatMap((budget) => Array.from({ length: 15 }, () => budget.enter(write))));
  // Half of the time of a call may be spent on waiting for a turn: twenty seconds have room for so many writes.
  expect(entered.filter((one) => !isFailure(one))).toHaveLength(21);
});
