import type { Collector } from '../collecting/collector.ts';
import { ProfileError } from '../problem.ts';
import { readEntries } from './entries.ts';
import { countOf, isCount, isEntry, objectOf } from './json.ts';
import type { JsonEntry } from './json.ts';
import type { FormatReader, ReaderContext } from './reader.ts';

/** `coverage-final.json` of Istanbul, nyc, Jest, Vitest and c8. A line ran as often as the busiest statement on it. */
export const readIstanbul: FormatReader = async ({ source, limits, collector, placer, warnings }) => {
  await readEntries(source, limits, (key, value, at) => {
    const file = objectOf(value, 'an entry', at);
    if (!Object.hasOwn(file, 'statementMap')) {
      throw new ProfileError('an entry has no statementMap, so this is not an Istanbul coverage-final.json', at);
    }
    const path = typeof file['path'] === 'string' ? file['path'] : key;
    if (path === '') throw new ProfileError('an entry has no path', at);
    collector.begin(placer.place(path, at), at);
    readStatements(file, collector, at);
    readFunctions(file, collector, at);
    readBranches(file, { collector, warnings }, at);
    collector.end();
  });
};

const readStatements = (file: JsonEntry, collector: Collector, at: number): void => {
  const counts = objectOf(file['s'], "'s' of an entry", at);
  collector.measures('statements');
  for (const [id, location] of Object.entries(objectOf(file['statementMap'], 'a statementMap', at))) {
    const line = lineOf(location);
    if (line === undefined) throw new ProfileError('a statement has no line number', at);
    const hits = countOf(counts[id], 'the hit count of a statement', at);
    collector.line(line, hits, at);
    collector.unit('statements', { key: placeOf(location, id), line, weight: 1, hits }, at);
  }
};

const readFunctions = (file: JsonEntry, collector: Collector, at: number): void => {
  const counts = objectOf(file['f'] ?? {}, "'f' of an entry", at);
  collector.measures('functions');
  for (const [id, value] of Object.entries(objectOf(file['fnMap'] ?? {}, 'an fnMap', at))) {
    const location = objectOf(value, 'a function', at)['loc'];
    const line = lineOf(location) ?? 0;
    const hits = countOf(counts[id] ?? 0, 'the hit count of a function', at);
    collector.unit('functions', { key: placeOf(location, id), line, weight: 1, hits }, at);
  }
};

/** Where something starts and ends; two of one place have different numbers. */
const placeOf = (location: unknown, id: string): string => {
  const { start, end } = isEntry(location) ? location : {};
  const [from, to] = [start, end].map((each) =>
    isEntry(each) ? `${String(each['line'])}.${String(each['column'])}` : '',
  );
  return `${from},${to}#${id}`;
};

const readBranches = (
  file: JsonEntry,
  { collector, warnings }: Pick<ReaderContext, 'collector' | 'warnings'>,
  at: number,
): void => {
  const counts = objectOf(file['b'] ?? {}, "'b' of an entry", at);
  for (const [id, value] of Object.entries(objectOf(file['branchMap'] ?? {}, 'a branchMap', at))) {
    const branch = objectOf(value, 'a branch', at);
    const ways = counts[id];
    const line = lineOf(branch['loc']) ?? branch['line'] ?? firstLineOf(branch['locations']);
    if (!Array.isArray(ways) || !isCount(line)) throw new ProfileError('a branch has no line number or no counts', at);
    const decision = Number(id);
    if (!isCount(decision)) throw new ProfileError('the id of a branch is not a number', at);
    for (const [way, taken] of ways.entries()) {
      // Vitest counts some ways as a difference, which can be below zero.
      const isNegative = Number.isSafeInteger(taken) && Number(taken) < 0;
      if (isNegative) warnings.add('branch_negative', at);
      const count = isNegative ? 0 : countOf(taken, 'the hit count of a branch', at);
      collector.branch({ line, decision, way, taken: count }, at);
    }
  }
};

/** The line on which a location starts. */
const lineOf = (location: unknown): number | undefined => {
  const start = isEntry(location) ? location['start'] : undefined;
  const line = isEntry(start) ? start['line'] : undefined;
  return isCount(line) ? line : undefined;
};

const firstLineOf = (locations: unknown): unknown => (Array.isArray(locations) ? lineOf(locations[0]) : undefined);
