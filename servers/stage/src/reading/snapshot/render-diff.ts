import type { Json } from '@recourse/contract';
import type { StageElement } from '../../observe/element.ts';
import { secretMask } from '../../observe/secrets/secret-mask.ts';
import type { Placed } from '../../references/placed.ts';
import type { ReferenceBook } from '../../references/reference-book.ts';
import type { Reference } from '../../references/reference.ts';
import { clipTokens } from '../../tokens/clip-tokens.ts';
import { countTokens } from '../../tokens/count-tokens.ts';
import { describeLine } from './describe-line.ts';
import { changesOf } from './diff.ts';
import type { ChangedElement, Difference } from './diff.ts';
import type { Format, Writing } from './render-full.ts';
import { rankOf } from './rank.ts';
import { shorten } from './shorten.ts';
import { jsonOf } from './shown-element.ts';
import type { DiffFormat } from './snapshot-options.ts';

type Entry =
  | { readonly kind: 'added'; readonly placed: Placed }
  | { readonly kind: 'changed'; readonly placed: Placed; readonly change: ChangedElement }
  | { readonly kind: 'removed'; readonly reference: Reference };

/** A removed element costs little and may be the effect that the agent looks for. */
const rankOfRemoved = 2;

/** The entries of a diff, the most important first. */
export const entriesOf = ({ added, changed, removed }: Difference): readonly Entry[] => {
  const entries: (Entry & { readonly rank: number })[] = [
    ...changed.map((change) => ({
      kind: 'changed' as const,
      placed: change.placed,
      change,
      rank: rankOf(change.placed),
    })),
    ...added.map((placed) => ({ kind: 'added' as const, placed, rank: rankOf(placed) })),
    ...removed.map((reference) => ({ kind: 'removed' as const, reference, rank: rankOfRemoved })),
  ];
  return entries.toSorted((one, other) => one.rank - other.rank);
};

/** The first entries that fit, with what they cost. */
export const chooseEntries = (
  entries: readonly Entry[],
  {
    tokens,
    most,
    costOf,
  }: { readonly tokens: number; readonly most: number; readonly costOf: (entry: Entry) => number },
): readonly Entry[] => {
  const chosen: Entry[] = [];
  let left = tokens;
  for (const entry of entries.slice(0, most)) {
    left -= costOf(entry);
    if (left < 0) break;
    chosen.push(entry);
  }
  return chosen;
};

export const costOfEntry =
  (format: Format, writing: DiffWriting) =>
  (entry: Entry): number =>
    countTokens(
      format === 'text'
        ? `${JSON.stringify(lineOf(entry, writing)).slice(1, -1)}\\n`
        : `${JSON.stringify(entryJson(entry, writing))},`,
    );

export interface DiffWriting extends Writing {
  readonly book: ReferenceBook;
  readonly budgetTokens: number;
  readonly diffFormat: DiffFormat;
}

/** A diff as text: `+` for added, `~` for changed, `-` for removed elements. */
export const renderDiffText = (entries: readonly Entry[], writing: DiffWriting): string =>
  entries.map((entry) => lineOf(entry, writing)).join('\n');

const lineOf = (entry: Entry, writing: DiffWriting): string => {
  if (entry.kind === 'removed') {
    const { ref, shown } = entry.reference;
    return `- [${ref}] ${shown.role} ${JSON.stringify(short(shown.name, writing))}`;
  }
  const line = describeLine(writing.elementOf(entry.placed), writing.refOf(entry.placed));
  if (entry.kind === 'added') {
    const container = containerOf(entry.placed, writing.book);
    return `+ ${line}${container === undefined ? '' : ` in [${container}]`}`;
  }
  const was = entry.change.was === undefined ? '' : ` was [${entry.change.was}]`;
  if (writing.diffFormat === 'full')
    return `~ ${line}${was}, before: ${describeLine(elementBefore(entry.change, writing), entry.change.was ?? writing.refOf(entry.placed))}`;
  const before = Object.entries(changesOf(entry.change)).map(
    ([field, [old]]) => `${field} ${short(JSON.stringify(old), writing)}`,
  );
  return `~ ${line}${was}, before: ${before.join(', ')}`;
};

/** A diff as JSON, by kind. */
export const renderDiffJson = (entries: readonly Entry[], writing: DiffWriting) => ({
  added: entries.filter(({ kind }) => kind === 'added').map((entry) => entryJson(entry, writing)),
  changed: entries.filter(({ kind }) => kind === 'changed').map((entry) => entryJson(entry, writing)),
  removed: entries.filter(({ kind }) => kind === 'removed').map((entry) => entryJson(entry, writing)),
});

const entryJson = (entry: Entry, writing: DiffWriting): object => {
  if (entry.kind === 'removed') {
    const { ref, shown } = entry.reference;
    return { ref, role: shown.role, ...(shown.name !== '' && { name: short(shown.name, writing) }) };
  }
  const ref = writing.refOf(entry.placed);
  const element = writing.elementOf(entry.placed);
  if (entry.kind === 'added') {
    const container = containerOf(entry.placed, writing.book);
    return { ...jsonOf(element, ref), ...(container !== undefined && { in: container }) };
  }
  if (writing.diffFormat === 'full') {
    const { was } = entry.change;
    const before = jsonOf(elementBefore(entry.change, writing), was ?? ref);
    return { ref, ...(was !== undefined && { was }), role: element.role, before, after: jsonOf(element, ref) };
  }
  const changes = Object.entries(changesOf(entry.change)).map(
    ([field, [old, now]]) => [field, [shortJson(old, writing), shortJson(now, writing)]] as const,
  );
  return {
    ref,
    ...(entry.change.was !== undefined && { was: entry.change.was }),
    role: element.role,
    ...(element.name !== '' && { name: element.name }),
    changes: Object.fromEntries(changes),
  };
};

/** The element as it was. The value of a field that has become secret is not shown again. */
const elementBefore = ({ before, placed }: ChangedElement, { budgetTokens }: DiffWriting): StageElement => {
  const isNowSecret = placed.element.value === secretMask && before.value !== undefined;
  return shorten(isNowSecret ? { ...before, value: secretMask } : before, budgetTokens);
};

const short = (text: string, { budgetTokens }: DiffWriting): string => clipTokens(text, Math.floor(budgetTokens / 10));

const shortJson = (value: unknown, writing: DiffWriting): Json =>
  typeof value === 'string' ? short(value, writing) : (value as Json);

/** The nearest container that the agent knows. */
const containerOf = (placed: Placed, book: ReferenceBook): number | undefined => {
  for (let at = placed.parent; at; at = at.parent) {
    const known = book.current(at);
    if (known) return known.ref;
  }
  return undefined;
};
