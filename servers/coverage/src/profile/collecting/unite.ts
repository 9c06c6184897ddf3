import type { Branch, FileCoverage } from '../coverage.ts';

/**
 * Several measurements of one file as one. A line or branch of any of them is in the result, with the highest of its
 * counts: the same runs may be in several profiles, so that a sum would count them twice, and uniting a profile with
 * itself must change nothing.
 */
export const uniteFiles = (path: string, parts: readonly FileCoverage[]): FileCoverage => {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const total = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const lines = new Uint32Array(total);
  const hits = new Float64Array(total);
  const branches: Branch[] = [];
  let length = 0;
  for (const part of parts) {
    lines.set(part.lines, length);
    hits.set(part.hits, length);
    length += part.lines.length;
    for (const branch of part.branches) branches.push(branch);
  }
  return { path, ...uniteLines(lines, hits, total), branches: uniteBranches(branches) };
};

/** More lines than this in one file cannot be sorted by one number each. */
const longestFile = 2 ** 28;

/** The first `length` lines in rising order, each once. What is returned is a copy. */
export const uniteLines = (
  lines: Uint32Array,
  hits: Float64Array,
  length: number,
): Pick<FileCoverage, 'lines' | 'hits'> => {
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

/** The branches in rising order, each once. */
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
