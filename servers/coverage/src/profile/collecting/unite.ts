import type { Branch, FileCoverage, Unit } from '../coverage.ts';
import { uniteUnits } from './unite-units.ts';

/**
 * Several measurements of one file as one. A line or branch of any of them is in the result, with the highest of its
 * counts: the same runs may be in several profiles, so that a sum would count them twice, and uniting a profile with
 * itself must change nothing.
 */
export const uniteFiles = (path: string, parts: readonly FileCoverage[]): FileCoverage => {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return parts.reduce(uniteTwo, { path, lines: new Uint32Array(0), hits: new Float64Array(0), branches: [] });
};

/** Merges two measurements, both in rising order. Arrays that need no change are reused. */
const uniteTwo = (one: FileCoverage, other: FileCoverage): FileCoverage => ({
  path: one.path,
  ...uniteTwoLines(one, other),
  branches: uniteTwoBranches(one.branches, other.branches),
  ...named('statements', uniteUnits(one.statements, other.statements)),
  ...named('functions', uniteUnits(one.functions, other.functions)),
});

const named = <Name extends string>(name: Name, units: readonly Unit[] | undefined) =>
  (units && { [name]: units }) as { readonly [Key in Name]?: readonly Unit[] };

type Lines = Pick<FileCoverage, 'lines' | 'hits'>;

const uniteTwoLines = (one: Lines, other: Lines): Lines => {
  if (one.lines.length === 0) return { lines: other.lines, hits: other.hits };
  const longest = one.lines.length + other.lines.length;
  const lines = new Uint32Array(longest);
  const hits = new Float64Array(longest);
  let end = 0;
  for (let first = 0, second = 0; first < one.lines.length || second < other.lines.length; end += 1) {
    const line = Math.min(one.lines[first] ?? Infinity, other.lines[second] ?? Infinity);
    const isFirst = one.lines[first] === line;
    const isSecond = other.lines[second] === line;
    lines[end] = line;
    hits[end] = Math.max(isFirst ? (one.hits[first] ?? 0) : 0, isSecond ? (other.hits[second] ?? 0) : 0);
    if (isFirst) first += 1;
    if (isSecond) second += 1;
  }
  return end === one.lines.length
    ? { lines: one.lines, hits: hits.slice(0, end) }
    : { lines: lines.slice(0, end), hits: hits.slice(0, end) };
};

const uniteTwoBranches = (one: readonly Branch[], other: readonly Branch[]): readonly Branch[] => {
  if (one.length === 0) return other;
  const united: Branch[] = [];
  let second = 0;
  for (const branch of one) {
    for (let next = other[second]; next && compareBranches(next, branch) < 0; next = other[second]) {
      united.push(next);
      second += 1;
    }
    const same = other[second];
    const isSame = same !== undefined && compareBranches(same, branch) === 0;
    united.push(isSame && same.taken > branch.taken ? same : branch);
    if (isSame) second += 1;
  }
  return united.concat(other.slice(second));
};

/** More lines than this in one file cannot be sorted by one number each. */
const longestFile = 2 ** 28;

/** Sorts the first `length` lines and merges duplicates. Returns copies. */
export const uniteLines = (lines: Uint32Array, hits: Float64Array, length: number): Lines => {
  if (isRising(lines, length)) return { lines: lines.slice(0, length), hits: hits.slice(0, length) };
  const order = new Float64Array(length);
  for (let index = 0; index < length; index += 1) order[index] = (lines[index] ?? 0) * longestFile + index;
  order.sort();
  const unitedLines = new Uint32Array(length);
  const unitedHits = new Float64Array(length);
  let end = 0;
  for (const key of order) {
    const line = Math.floor(key / longestFile);
    const count = hits[key % longestFile] ?? 0;
    if (end > 0 && unitedLines[end - 1] === line) {
      unitedHits[end - 1] = Math.max(unitedHits[end - 1] ?? 0, count);
    } else {
      unitedLines[end] = line;
      unitedHits[end] = count;
      end += 1;
    }
  }
  return { lines: unitedLines.slice(0, end), hits: unitedHits.slice(0, end) };
};

const isRising = (lines: Uint32Array, length: number): boolean => {
  for (let index = 1; index < length; index += 1) {
    if ((lines[index] ?? 0) <= (lines[index - 1] ?? 0)) return false;
  }
  return true;
};

/** Branches that came in any order: rising, each once. */
export const uniteBranches = (branches: readonly Branch[]): readonly Branch[] => {
  if (branches.every((branch, index) => index === 0 || compareBranches(branches[index - 1], branch) < 0)) {
    return branches;
  }
  const united: Branch[] = [];
  for (const branch of branches.toSorted(compareBranches)) {
    const last = united.at(-1);
    if (!last || compareBranches(last, branch) !== 0) united.push(branch);
    else if (branch.taken > last.taken) united[united.length - 1] = branch;
  }
  return united;
};

const compareBranches = (one: Branch | undefined, other: Branch | undefined): number =>
  one && other ? one.line - other.line || one.decision - other.decision || one.way - other.way : 0;
