import type { Attested, Attestor } from './attestor.ts';

/**
 * The marks of a chain. `base`: the end of the events that were dropped. `start`: where sealing began. `head`: the
 * newest seal. `tail`: the newest event, which is never signed.
 */
export type MarkKind = 'base' | 'start' | 'head' | 'tail';

/** One place in the chain. `number` counts the seals up to it. */
export interface Mark {
  readonly number: number;
  readonly position: number;
  readonly link: string;
  /** When the mark was made, in milliseconds; for `tail`, when the oldest unsealed event was appended. */
  readonly at: number;
  /** Absent if the mark is not signed. */
  readonly attested?: Attested;
}

/** The marks of a chain, without its events. */
export interface ChainState {
  readonly base: Mark;
  readonly start: Mark;
  readonly tail: Mark;
  /** Absent before the first seal. */
  readonly head?: Mark;
  /** The link of the event at the position of `head`, if there is such an event. */
  readonly linkAtHead?: string;
}

/** A mark as it is stored. The names are those of the columns. */
export interface MarkRow {
  readonly kind: MarkKind;
  readonly number: number;
  readonly position: number;
  readonly link: string;
  readonly at: number;
  readonly sealed_by: string | null;
  readonly mac: string | null;
  readonly event_link?: string | null;
}

/** Reads the state of a chain from its rows; nothing if a row is missing. */
export const chainStateOf = (rows: readonly MarkRow[]): ChainState | undefined => {
  const find = (kind: MarkKind): MarkRow | undefined => rows.find((row) => row.kind === kind);
  const [base, start, tail, head] = [find('base'), find('start'), find('tail'), find('head')];
  if (!base || !start || !tail) return undefined;
  return {
    base: markOf(base),
    start: markOf(start),
    tail: markOf(tail),
    ...(head && { head: markOf(head) }),
    ...(head?.event_link && { linkAtHead: head.event_link }),
  };
};

const markOf = ({ number, position, link, at, sealed_by, mac }: MarkRow): Mark => ({
  number,
  position,
  link,
  at,
  ...(sealed_by !== null && mac !== null && { attested: { sealed_by, mac } }),
});

/** The statement that a signature of a mark is about. */
const statementOf = (kind: MarkKind | 'seal', { number, position, link, at }: Mark): string =>
  `recourse evidence 1\n${kind}\n${number}\n${position}\n${at}\n${link}`;

/** Signs a mark. */
export const signMark = (attestor: Attestor, kind: MarkKind | 'seal', mark: Mark): Mark => ({
  ...mark,
  attested: attestor.attest(statementOf(kind, mark)),
});

/** Whether a mark is signed with a key that is here. */
export const checkMark = (
  attestor: Attestor | undefined,
  kind: MarkKind | 'seal',
  mark: Mark,
): 'valid' | 'invalid' | 'unknown' | 'unsigned' => {
  if (!mark.attested) return 'unsigned';
  return attestor ? attestor.check(statementOf(kind, mark), mark.attested) : 'unknown';
};
