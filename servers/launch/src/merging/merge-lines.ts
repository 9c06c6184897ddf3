import { diffArrays } from 'diff';
import { mostEdits } from '../patching/changed-lines.ts';

/** Lines that both sides changed since the base, in different ways. */
export interface LineConflict {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Where the lines of the page start, from 0, in `theirs`. */
  readonly at: number;
}

export interface MergedLines {
  readonly lines: readonly string[];
  readonly conflicts: readonly LineConflict[];
}

/** Replaces the lines of the base from `start` up to, but not including, `end`. */
interface Hunk {
  readonly side: 'ours' | 'theirs';
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Merges the changes of two sides. Where both changed the same lines, `theirs` is kept and the place is reported: the
 * result has no markers, and every line of it is a line of `theirs` or `ours`.
 */
export const mergeLines = (
  base: readonly string[],
  theirs: readonly string[],
  ours: readonly string[],
): MergedLines => {
  const hunks = [...hunksOf(base, theirs, 'theirs'), ...hunksOf(base, ours, 'ours')].sort(inOrder);
  const lines: string[] = [];
  const conflicts: LineConflict[] = [];
  let done = 0;
  // How far a place in the base has moved in the page of people.
  let shift = 0;
  for (const group of groupsOf(base, hunks)) {
    const start = Math.min(...group.map((hunk) => hunk.start));
    const end = Math.max(...group.map((hunk) => hunk.end));
    const sideOf = (side: Hunk['side']): readonly string[] =>
      applied(
        base,
        start,
        end,
        group.filter((hunk) => hunk.side === side),
      );
    const their = sideOf('theirs');
    const our = sideOf('ours');
    lines.push(...base.slice(done, start));
    if (!group.some(({ side }) => side === 'theirs')) lines.push(...our);
    else lines.push(...their);
    if (isDisputed(group, their, our)) {
      conflicts.push({ base: base.slice(start, end), ours: our, theirs: their, at: start + shift });
    }
    shift += their.length - (end - start);
    done = end;
  }
  lines.push(...base.slice(done));
  return { lines, conflicts };
};

const isDisputed = (group: readonly Hunk[], theirs: readonly string[], ours: readonly string[]): boolean =>
  new Set(group.map(({ side }) => side)).size === 2 && !isEqual(theirs, ours);

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

/** An insertion before a line goes before the replacement of that line. */
const inOrder = (one: Hunk, other: Hunk): number => one.start - other.start || one.end - other.end;

const hunksOf = (base: readonly string[], other: readonly string[], side: Hunk['side']): readonly Hunk[] => {
  const changes = diffArrays([...base], [...other], { maxEditLength: mostEdits });
  // Too different to be compared in time: everything counts as changed.
  if (!changes) return [{ side, start: 0, end: base.length, lines: other }];
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { start: number; lines: string[] } | undefined;
  const close = (): void => {
    if (open) hunks.push({ side, start: open.start, end: at, lines: open.lines });
    open = undefined;
  };
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      close();
      at += value.length;
      continue;
    }
    open ??= { start: at, lines: [] };
    if (added) open.lines.push(...value);
    else at += value.length;
  }
  close();
  return hunks;
};

/** Hunks that must be decided together: those that overlap, or that change neighbouring lines of one paragraph. */
const groupsOf = (base: readonly string[], hunks: readonly Hunk[]): readonly (readonly Hunk[])[] => {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    if (last?.some((known) => belongsTogether(base, known, hunk))) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
};

const belongsTogether = (base: readonly string[], first: Hunk, second: Hunk): boolean => {
  const at = second.start;
  if (at !== first.end) return at < first.end;
  if (first.start === at && second.end === at) return true;
  const before = first.lines.at(-1) ?? base[first.start - 1];
  const after = second.lines[0] ?? base[second.end];
  return !startsApart(base[at - 1], base[at]) || !startsApart(before, after);
};

/** A line that begins something of its own: a heading, an item, a row, a quotation, code or HTML. */
const beginning = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|[#>|<]|```|~~~)/u;

/** Whether the second line does not continue the paragraph of the first. */
const startsApart = (first: string | undefined, second: string | undefined): boolean =>
  first === undefined || second === undefined || first.trim() === '' || second.trim() === '' || beginning.test(second);

const applied = (base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): readonly string[] => {
  const lines: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...lines, ...base.slice(at, end)];
};
