import { chainStateOf } from '../evidence/chain-state.ts';
import type { ChainState, Mark, MarkKind, MarkRow } from '../evidence/chain-state.ts';
import { planPrune, pruneTarget } from '../evidence/plan-prune.ts';
import { eventsPerSeal, planSeal } from '../evidence/plan-seal.ts';
import type { PostgresContext } from './context.ts';
import { linkAt } from './link-at.ts';

/** A mark, and the time by the clock of the store. */
export type ReadMark = MarkRow & { readonly read_at: number };

/** Seals the chain of events and keeps it within its bound. */
export interface PostgresChain {
  /** Seals what other processes have left unsealed, and a chain that was not sealed before. */
  start(): Promise<void>;
  /** Seals and drops events if it is time, after an append that returned these marks. */
  advance(marks: readonly ReadMark[]): Promise<void>;
  /** Seals every event now. */
  seal(): Promise<void>;
  /** Seals what is left. */
  close(): Promise<void>;
}

const sealEveryMs = 60_000;
/** A delivery has at most 500 events, so that no more than 1000 are unsealed. */
const sealEvery = eventsPerSeal / 2;

/**
 * The server of PostgreSQL links the events, and this process signs the links: the key never leaves it. A signature
 * takes a round trip of its own, so that it covers many events.
 */
export const createPostgresChain = ({ database, attestor, now, most }: PostgresContext): PostgresChain => {
  let timer: NodeJS.Timeout | undefined;

  const read = () => database.rows<ReadMark>('marks', 'SELECT * FROM $schema.marks($1)', [now()]);

  const settle = async (marks: readonly ReadMark[], isDue: (state: ChainState, at: number) => boolean) => {
    const state = chainStateOf(marks);
    const at = marks[0]?.read_at ?? 0;
    if (!state) return;
    const target = pruneTarget(state, most.events);
    if (target !== undefined || (attestor && isDue(state, at))) await write(state, target, at);
    else if (attestor && state.tail.position !== state.head?.position) plan();
  };

  const write = async (state: ChainState, target: number | undefined, at: number): Promise<void> => {
    const sealed = attestor && planSeal(state, attestor, at);
    const pruned = target === undefined ? undefined : await prune(state, target, at);
    if (!sealed && !pruned) return;
    const given = [...(sealed?.marks ?? []), ...(pruned?.marks ?? [])];
    // Of two marks of one kind the last one counts.
    const latest = [...new Map<MarkKind, Mark>(given)];
    await database.rows('mark', 'SELECT $schema.mark($1, $2, $3, $4, $5)', [
      JSON.stringify(latest.map(([kind, mark]) => ({ kind, ...cellsOf(mark) }))),
      sealed?.seal ? JSON.stringify(cellsOf(sealed.seal)) : null,
      state.base.attested?.mac ?? null,
      state.head?.attested?.mac ?? null,
      pruned ? (target ?? null) : null,
    ]);
  };

  const prune = async (state: ChainState, position: number, at: number) => {
    const sql = 'SELECT max(number) AS number FROM $schema.seals WHERE position <= $1';
    const [row] = await database.rows<{ number: number | null }>('last_seal', sql, [position]);
    const link = await linkAt(database, state.base, position);
    const planned = planPrune(state, { number: row?.number ?? state.base.number, position, link, at }, attestor);
    if (planned.kind === 'leave') return undefined;
    const marks: readonly (readonly [MarkKind, Mark])[] = planned.kind === 'move' ? [['base', planned.base]] : [];
    return { marks };
  };

  /** Seals the last events if no further delivery does. The timer does not keep the process alive. */
  const plan = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void quietly(read().then((marks) => settle(marks, isUnsealed)));
    }, sealEveryMs).unref();
  };

  return {
    start: async () => settle(await read(), () => true),
    // The events are stored: whatever happens to their seal, the next one covers them.
    advance: (marks) => quietly(settle(marks, isDueNow)),
    seal: () => quietly(read().then((marks) => settle(marks, isUnsealed))),
    close: async () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      await quietly(read().then((marks) => settle(marks, isUnsealed)));
      clearTimeout(timer);
    },
  };
};

const isUnsealed = ({ head, tail }: ChainState): boolean => head?.position !== tail.position || !head.attested;

const isDueNow = (state: ChainState, at: number): boolean => {
  const { head, tail } = state;
  if (!isUnsealed(state)) return false;
  return !head || tail.position - head.position >= sealEvery || at - tail.at >= sealEveryMs;
};

const quietly = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

const cellsOf = ({ number, position, link, at, attested }: Mark) => ({
  number,
  position,
  link,
  at,
  sealed_by: attested?.sealed_by ?? null,
  mac: attested?.mac ?? null,
});
