import { randomUUID } from 'node:crypto';
import { mostRestores, StoreUnavailableError } from '@recourse/engine/store-ports';
import type { CallEvent } from '@recourse/engine/events';
import type { Overload } from '@recourse/engine/store-ports';
import { admittedAtOnce, fewestPlaces } from '../limiting/admission-limit.ts';
import type { AdmissionLimit } from '../limiting/admission-limit.ts';
import type { Owner } from '../owners/create-owner.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import type { PostgresChain, ReadMark } from './chain.ts';
import type { PostgresContext } from './context.ts';
import { renderEvent } from './event-row.ts';
import { Doubts } from './doubts.ts';

/** One call to end or admit, in the columns of `exchange`. */
type Cells = Readonly<Record<string, unknown>>;

/** The answer for one call. */
interface Exchanged {
  readonly number: number;
  readonly state: string;
  readonly decided_at: number;
  readonly claim: number | null;
  readonly confirmation: number | null;
  readonly detail: unknown;
  readonly recorded: boolean;
}

interface Job {
  readonly cells: Cells;
  readonly events: readonly CallEvent[];
  readonly since: number;
  /** Names an admission; absent for a call that ends. */
  readonly attempt: string | undefined;
  readonly resolve: (exchanged: Exchanged) => void;
  readonly reject: (error: unknown) => void;
}

export interface Exchange {
  end(cells: Cells, events?: readonly CallEvent[]): Promise<Exchanged>;
  admit(cells: Cells, events?: readonly CallEvent[]): Promise<Exchanged>;
  overload(): Overload | undefined;
  /** Resolves when everything that was asked for before has been answered. */
  close(): Promise<void>;
}

/** Two transactions at a time: one gathers what comes while the other commits. More would wait for the same locks. */
const mostBatches = 2;
const mostEnds = 2 * admittedAtOnce;
const mostAttempts = 5;

export interface ExchangeOptions {
  readonly owner: Owner;
  readonly limit: AdmissionLimit;
  readonly chain: PostgresChain;
  /** How long the server may still work on a statement whose connection broke. */
  readonly statementMs: number;
}

/**
 * Sends what calls need before and after their handlers in batches. Calls that have begun go first, so that new ones
 * never keep them from ending; new calls that have waited too long are refused before anything is written.
 */
export const createExchange = (context: PostgresContext, options: ExchangeOptions): Exchange => {
  const { database, now, most } = context;
  const { owner, limit, chain } = options;
  const ends: Job[] = [];
  const begins: Job[] = [];
  const doubts = new Doubts(options.statementMs, () => wake());
  let running = 0;
  let isWoken = false;
  let idle: (() => void) | undefined;

  const wake = (): void => {
    if (isWoken || running >= mostBatches) return;
    isWoken = true;
    // Calls that come in the same turn of the event loop share the batch.
    setImmediate(() => {
      isWoken = false;
      start();
    });
  };

  const start = (): void => {
    if (running >= mostBatches) return;
    const ending = ends.splice(0, mostEnds);
    const beginning = begins.splice(0, admittedAtOnce);
    refuseLate(begins, limit);
    if (ending.length + beginning.length === 0 && !doubts.areDue()) return;
    running += 1;
    void exchange(ending, beginning).finally(() => {
      running -= 1;
      if (ends.length + begins.length > 0) start();
      else if (running === 0) idle?.();
    });
    if (ends.length + begins.length > 0) wake();
  };

  const exchange = async (ending: readonly Job[], beginning: readonly Job[]): Promise<void> => {
    const jobs = [...ending, ...beginning];
    try {
      const answers = await send(ending, beginning);
      for (const [index, job] of jobs.entries()) {
        const answer = answers.get(index);
        if (answer) job.resolve(answer);
        else job.reject(new Error('The store returned no row'));
      }
    } catch (error) {
      if (jobs.length > 1 && !(error instanceof StoreUnavailableError)) {
        // One of them cannot be written. The others must not fail with it.
        for (const job of ending) await exchange([job], []);
        for (const job of beginning) await exchange([], [job]);
        return;
      }
      if (isDoubtful(error)) doubts.add(beginning.flatMap(({ attempt }) => attempt ?? []));
      for (const job of jobs) job.reject(error);
    }
  };

  const send = async (
    ending: readonly Job[],
    beginning: readonly Job[],
    attempts = 1,
  ): Promise<Map<number, Exchanged>> => {
    const undo = doubts.pending();
    const needsOwner = beginning.length > 0 || undo.length > 0;
    const cells = [
      JSON.stringify(ending.map((job, number) => ({ number, ...job.cells }))),
      JSON.stringify(
        beginning.map(({ attempt, cells }, index) => ({ number: ending.length + index, attempt, ...cells })),
      ),
      JSON.stringify([...ending.flatMap(eventsOfEnd), ...beginning.flatMap(eventsOfBegin(ending.length))]),
      [...ending, ...beginning].some(needsLocks),
      undo.length > 0 ? undo : null,
      needsOwner ? await owner.ready() : null,
      owner.leaseMs,
      keptAfterExpiryMs,
      most.outcomes,
      mostRestores,
      now(),
    ];
    try {
      const rows = await database.rows<Exchanged>('exchange', exchanging, cells);
      doubts.settle(undo);
      return answersOf(rows, chain);
    } catch (error) {
      if (attempts < mostAttempts && isConflict(error)) return send(ending, beginning, attempts + 1);
      throw error;
    }
  };

  const queue = (jobs: Job[], cells: Cells, events: readonly CallEvent[] = []): Promise<Exchanged> =>
    new Promise((resolve, reject) => {
      const attempt = jobs === begins ? randomUUID() : undefined;
      jobs.push({ cells, events, since: performance.now(), attempt, resolve, reject });
      wake();
    });

  return {
    end: (cells, events) => queue(ends, cells, events),
    admit: (cells, events) => limit.wait(() => queue(begins, cells, events)),
    overload: () => limit.overload(),
    close: () =>
      running + ends.length + begins.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle = resolve;
          }),
  };
};

const exchanging = 'SELECT * FROM $schema.exchange($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';

const refuseLate = (begins: Job[], limit: AdmissionLimit): void => {
  const now = performance.now();
  const isLate = ({ since }: Job): boolean => now - since > limit.waitMs;
  const late = begins.slice(fewestPlaces).filter(isLate).length;
  for (const { reject } of begins.splice(fewestPlaces, late)) reject(limit.refusal());
};

const eventsOfEnd = ({ events }: Job) => events.map((event) => ({ event: renderEvent(event) }));

const eventsOfBegin =
  (before: number) =>
  ({ events }: Job, index: number) =>
    events.map((event) => ({ begin: before + index, event: renderEvent(event) }));

const needsLocks = ({ cells }: Job): boolean =>
  cells['quotas'] !== undefined ||
  cells['required'] !== undefined ||
  cells['confirmation'] !== undefined ||
  (Array.isArray(cells['give_back']) && cells['give_back'].length > 0);

const answersOf = (rows: readonly Exchanged[], chain: PostgresChain): Map<number, Exchanged> => {
  const last = rows.at(-1);
  const recorded = last?.state !== 'unrecorded';
  // Seals cover many events and need not be waited for.
  if (last?.state === 'recorded') void chain.advance(last.detail as readonly ReadMark[]);
  return new Map(rows.filter(({ number }) => number >= 0).map((row) => [row.number, { ...row, recorded }]));
};

const codeOf = (error: unknown): string | undefined => {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
};

/** Another transaction was first; nothing was written. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

/** Whether the transaction may have been committed anyway: the server has not said that it failed. */
const isDoubtful = (error: unknown): boolean => !/^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');
