import type { Attestor } from '../evidence/attestor.ts';
import { chainStateOf } from '../evidence/chain-state.ts';
import type { ChainState, Mark, MarkKind, MarkRow } from '../evidence/chain-state.ts';
import { linkOf } from '../evidence/link.ts';
import { planPrune, pruneTarget } from '../evidence/plan-prune.ts';
import { planSeal } from '../evidence/plan-seal.ts';
import type { Connection } from './connection.ts';
import { parseMark, renderMark } from './mark-text.ts';
import { readChained } from './chained-events.ts';

interface StoredMark {
  readonly kind: MarkKind;
  readonly mark: string;
}

/** Reads the marks of the chain; nothing if some are missing. */
export const readChain = (connection: Connection): ChainState | undefined => {
  const rows = connection
    .rows<StoredMark>('SELECT kind, mark FROM chain')
    .map(({ kind, mark }) => parseMark(kind, mark));
  const head = rows.find(({ kind }) => kind === 'head');
  const event_link = head && storedLink(connection, head.position);
  return chainStateOf([
    ...rows.filter(({ kind }) => kind === 'base' || kind === 'start'),
    ...(head ? [{ ...head, event_link: event_link ?? null }] : []),
    ...tailOf(rows, head),
  ]);
};

/** The seal moves with every append, so that the tail is stored only if the chain went on without it. */
const tailOf = (rows: readonly MarkRow[], head: MarkRow | undefined): readonly MarkRow[] => {
  const tail = rows.find(({ kind }) => kind === 'tail');
  if (head && (!tail || tail.position <= head.position)) return [{ ...head, kind: 'tail' }];
  return tail ? [tail] : [];
};

/** Writes marks in the place of those of the same kind. */
export const writeMarks = (connection: Connection, marks: readonly (readonly [MarkKind, Mark])[]): void => {
  for (const [kind, mark] of marks) {
    connection.run('INSERT OR REPLACE INTO chain (kind, mark) VALUES (?, ?)', kind, renderMark(mark));
  }
};

export interface AdvanceOptions {
  readonly attestor: Attestor | undefined;
  /** The same, if the chain may be sealed up to its tail. */
  readonly sealing: Attestor | undefined;
  readonly now: number;
  readonly most: number;
}

/** Moves the tail of the chain, seals it, and drops the events beyond the bound. Returns the new state. */
export const advanceChain = (connection: Connection, state: ChainState, options: AdvanceOptions): ChainState => {
  const { sealing, now } = options;
  const plan = sealing && planSeal(state, sealing, now);
  writeMarks(connection, plan?.marks ?? [['tail', state.tail]]);
  if (plan?.seal) insertSeal(connection, plan.seal);
  const advanced = { ...state, ...(plan && Object.fromEntries(plan.marks)), linkAtHead: state.tail.link };
  return { ...advanced, base: prune(connection, advanced, options) };
};

/** Drops the events beyond the bound, and returns the base of the chain. */
const prune = (connection: Connection, state: ChainState, { attestor, now, most }: AdvanceOptions): Mark => {
  const target = pruneTarget(state, most);
  if (target === undefined) return state.base;
  const number = connection.row<{ number: number | null }>(lastSeal, target)?.number ?? state.base.number;
  const to = { number, position: target, link: linkAt(connection, state.base, target), at: now };
  const plan = planPrune(state, to, attestor);
  if (plan.kind === 'leave') return state.base;
  connection.run('DELETE FROM events WHERE position <= ?', target);
  connection.run('DELETE FROM seals WHERE position <= ?', target);
  if (plan.kind === 'keep base') return state.base;
  writeMarks(connection, [['base', plan.base]]);
  return plan.base;
};

const lastSeal = 'SELECT max(number) AS number FROM seals WHERE position <= ?';

const insertSeal = (connection: Connection, { number, position, link, at, attested }: Mark): void => {
  connection.run(
    'INSERT INTO seals (number, position, link, at, sealed_by, mac) VALUES (?, ?, ?, ?, ?, ?)',
    number,
    position,
    link,
    at,
    attested?.sealed_by ?? null,
    attested?.mac ?? null,
  );
};

/** The link at a position. Events from before the chain have none: theirs is computed. */
const linkAt = (connection: Connection, base: Mark, position: number): string => {
  const stored = storedLink(connection, position);
  if (stored !== undefined) return stored;
  let link = base.link;
  for (const page of readChained(connection, base.position, position)) {
    for (const event of page) link = linkOf(link, event.position, event.digest);
  }
  return link;
};

const storedLink = (connection: Connection, position: number): string | undefined =>
  connection.row<{ link: string | null }>('SELECT link FROM events WHERE position = ?', position)?.link ?? undefined;
