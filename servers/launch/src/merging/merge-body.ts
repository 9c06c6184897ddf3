import { isDeepStrictEqual } from 'node:util';
import { matchSections } from './match-sections.ts';
import { mergeLines } from './merge-lines.ts';
import { splitSections } from './split-sections.ts';
import type { PagePart } from './split-sections.ts';

/** A place that the run wants to change and that people have changed. The page keeps what people wrote. */
export interface MergeConflict {
  readonly reason: 'both_changed' | 'both_added' | 'edited_and_dropped';
  /** The heading above the place; empty before the first. */
  readonly section: string;
  /** The line of the site's page, from 1. */
  readonly line: number;
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export interface MergedBody {
  readonly lines: readonly string[];
  readonly conflicts: readonly MergeConflict[];
  /** Headings of sections that are removed, because the draft has them no more and nobody edited them. */
  readonly removed: readonly string[];
}

/** A page in line feeds, and the line on which its body starts, from 0. */
export interface Body {
  readonly text: string;
  readonly from: number;
}

/** Merges the bodies of pages by their sections, and sections by their lines. */
export const mergeBody = (base: Body, theirs: Body, ours: Body): MergedBody => {
  const parts = {
    base: splitSections(base.text, base.from),
    theirs: splitSections(theirs.text, theirs.from),
    ours: splitSections(ours.text, ours.from),
  };
  const toTheirs = matchSections(parts.base, parts.theirs);
  const toOurs = matchSections(parts.base, parts.ours);
  const conflicts: MergeConflict[] = [];
  const removed: string[] = [];
  /** The merged parts, by the part of the page that they stand for. */
  const kept = new Map<PagePart, Piece>();
  const known = { theirs: invert(toTheirs), ours: invert(toOurs) };

  for (const part of parts.theirs) {
    const origin = known.theirs.get(part);
    const our = origin ? toOurs.get(origin) : addedBy(parts.ours, known.ours, part);
    if (origin && !our && isDeepStrictEqual(origin.lines, part.lines)) {
      removed.push(part.heading);
      continue;
    }
    const merged = mergePart(origin, part, our);
    conflicts.push(...merged.conflicts);
    kept.set(part, { lines: merged.lines, gap: part.gap });
  }

  const order: PagePart[] = parts.theirs.filter((part) => kept.has(part));
  const standIn = (part: PagePart): PagePart | undefined => {
    const origin = known.ours.get(part);
    const their = origin ? toTheirs.get(origin) : addedBy(parts.theirs, known.theirs, part);
    return their ?? (kept.has(part) ? part : undefined);
  };
  for (const [index, part] of parts.ours.entries()) {
    // A section that people deleted stays deleted.
    if (known.ours.has(part) || standIn(part)) continue;
    kept.set(part, { lines: part.lines, gap: part.gap });
    const before = parts.ours
      .slice(0, index)
      .map(standIn)
      .findLast((other) => other !== undefined && kept.has(other));
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, part);
  }
  const pieces = order.flatMap((part, index) => {
    const { lines, gap } = kept.get(part) ?? { lines: [], gap: [] };
    const next = order[index + 1];
    if (!next) return [...lines, ...(parts.theirs.at(-1)?.gap ?? [])];
    // Parts that were not neighbours before need a blank line between them.
    const isNew = parts.theirs[parts.theirs.indexOf(part) + 1] !== next;
    return [...lines, ...(isNew && gap.length === 0 && lines.length > 0 ? [''] : gap)];
  });
  return { lines: pieces, conflicts, removed };
};

interface Piece {
  readonly lines: readonly string[];
  readonly gap: readonly string[];
}

const invert = (matches: ReadonlyMap<PagePart, PagePart>): ReadonlyMap<PagePart, PagePart> =>
  new Map([...matches].map(([from, to]) => [to, from]));

/** The section with the same heading that the other side added as well. */
const addedBy = (
  parts: readonly PagePart[],
  known: ReadonlyMap<PagePart, PagePart>,
  { key }: PagePart,
): PagePart | undefined => parts.find((part) => part.key === key && !known.has(part));

const mergePart = (
  base: PagePart | undefined,
  theirs: PagePart,
  ours: PagePart | undefined,
): { readonly lines: readonly string[]; readonly conflicts: readonly MergeConflict[] } => {
  const section = theirs.heading;
  const whole = { section, line: theirs.start + 1, theirs: theirs.lines, base: base?.lines ?? [] };
  if (!ours) {
    const conflicts = base ? [{ ...whole, reason: 'edited_and_dropped' as const, ours: [] }] : [];
    return { lines: theirs.lines, conflicts };
  }
  if (!base) {
    const isSame = isDeepStrictEqual(theirs.lines, ours.lines);
    const conflicts = isSame ? [] : [{ ...whole, reason: 'both_added' as const, ours: ours.lines }];
    return { lines: theirs.lines, conflicts };
  }
  const { lines, conflicts } = mergeLines(base.lines, theirs.lines, ours.lines);
  return {
    lines,
    conflicts: conflicts.map(({ at, ...sides }) => ({
      ...sides,
      reason: 'both_changed',
      section,
      line: theirs.start + at + 1,
    })),
  };
};
