import type { Collector } from '../collecting/collector.ts';
import { ProfileError } from '../problem.ts';
import { readEntries } from './entries.ts';
import type { FormatReader, ReaderContext } from './reader.ts';

type Json = Readonly<Record<string, unknown>>;

/** `coverage-final.json` of Istanbul, nyc, Jest, Vitest and c8. A line ran as often as the busiest statement on it. */
export const readIstanbul: FormatReader = async ({ source, limits, collector, placer, warnings }) => {
  await readEntries(source, limits, (key, value, at) => {
    const file = objectOf(value, 'an entry', at);
    if (!Object.hasOwn(file, 'statementMap')) {
      throw new ProfileError('an entry has no statementMap: this is no coverage-final.json of Istanbul', at);
    }
    const path = typeof file['path'] === 'string' ? file['path'] : key;
    if (path === '') throw new ProfileError('an entry has no path', at);
    collector.begin(placer.place(path, at), at);
    readStatements(file, collector, at);
    readBranches(file, { collector, warnings }, at);
    collector.end();
  });
};

const readStatements = (file: Json, collector: Collector, at: number): void => {
  const counts = objectOf(file['s'], "'s' of an entry", at);
  for (const [id, location] of Object.entries(objectOf(file['statementMap'], 'a statementMap', at))) {
    const line = lineOf(location);
    if (line === undefined) throw new ProfileError('a statement has no line', at);
    collector.line(line, countOf(counts[id], 'the count of a statement', at), at);
  }
};

const readBranches = (
  file: Json,
  { collector, warnings }: Pick<ReaderContext, 'collector' | 'warnings'>,
  at: number,
): void => {
  const counts = objectOf(file['b'] ?? {}, "'b' of an entry", at);
  for (const [id, value] of Object.entries(objectOf(file['branchMap'] ?? {}, 'a branchMap', at))) {
    const branch = objectOf(value, 'a branch', at);
    const ways = counts[id];
    const line = lineOf(branch['loc']) ?? branch['line'] ?? firstLineOf(branch['locations']);
    if (!Array.isArray(ways) || !isCount(line)) throw new ProfileError('a branch has no line or no counts', at);
    const decision = Number(id);
    if (!isCount(decision)) throw new ProfileError('the name of a branch is no number', at);
    for (const [way, taken] of ways.entries()) {
      // Vitest counts some ways as a difference, which can be below zero.
      const isNegative = Number.isSafeInteger(taken) && Number(taken) < 0;
      if (isNegative) warnings.add('branch_negative', at);
      const count = isNegative ? 0 : countOf(taken, 'the count of a branch', at);
      collector.branch({ line, decision, way, taken: count }, at);
    }
  }
};

/** The line on which a location starts. */
const lineOf = (location: unknown): number | undefined => {
  const start = isObject(location) ? location['start'] : undefined;
  const line = isObject(start) ? start['line'] : undefined;
  return isCount(line) ? line : undefined;
};

const firstLineOf = (locations: unknown): unknown => (Array.isArray(locations) ? lineOf(locations[0]) : undefined);

const countOf = (value: unknown, what: string, at: number): number => {
  if (isCount(value)) return value;
  if (typeof value === 'number' && value < 0) throw new ProfileError(`${what} is negative`, at);
  throw new ProfileError(`${what} is no whole number`, at);
};

const objectOf = (value: unknown, what: string, at: number): Json => {
  if (isObject(value)) return value;
  throw new ProfileError(`${what} is no object`, at);
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
