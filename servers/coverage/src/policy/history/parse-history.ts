import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { metrics } from '../../profile/coverage.ts';
import type { Counts } from '../../profile/coverage.ts';
import type { History, HistoryDomain, HistoryEntry } from './history.ts';

/** The parsed entries, and the raw ones of the file, so that a rewrite keeps the fields of other programs. */
export interface ParsedHistory extends History {
  readonly raw: readonly Json[];
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses a history; a string result is the reason why it is invalid. */
export const parseHistory = (text: string): ParsedHistory | string => {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return 'it is not JSON';
  }
  const raw = isJsonObject(value) ? (value['entries'] ?? []) : undefined;
  if (!Array.isArray(raw)) return "it is not a JSON object with a list named 'entries'";
  const entries: HistoryEntry[] = [];
  for (const [index, item] of raw.entries()) {
    const entry = parseEntry(item);
    if (typeof entry === 'string') return `entry ${index + 1}: ${entry}`;
    entries.push(entry);
  }
  return { entries, raw };
};

const parseEntry = (item: Json): HistoryEntry | string => {
  if (!isJsonObject(item)) return 'it is not an object';
  const { timestamp, overall, commit, branch, counts } = item;
  if (typeof timestamp !== 'string' || !dateTime.test(timestamp)) return "its 'timestamp' is not a date and time";
  if (!isPercent(overall)) return "its 'overall' is not a percentage";
  const given = item['domains'] ?? {};
  const domains = isJsonObject(given) ? parseDomains(given) : undefined;
  if (domains === undefined) return "its 'domains' does not map names to objects with a 'percent' from 0 to 100";
  const counted = parseCounts(counts);
  if (counts !== undefined && counted === undefined)
    return "its 'counts' must have whole numbers 'covered' and 'total', with 'covered' not above 'total'";
  const metric = metrics.find((name) => name === item['metric']);
  return {
    timestamp,
    overall,
    ...(metric && { metric }),
    ...(typeof commit === 'string' && commit !== '' && { commit }),
    ...(typeof branch === 'string' && branch !== '' && { branch }),
    ...(counted && { counts: counted }),
    domains,
  };
};

const isPercent = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100;

const parseDomains = (given: JsonObject): Record<string, HistoryDomain> | undefined => {
  const domains: [string, HistoryDomain][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !isJsonObject(value) || !isPercent(value['percent'])) return undefined;
    const min = isPercent(value['min']) ? value['min'] : 0;
    const status = typeof value['status'] === 'string' ? value['status'] : '';
    domains.push([name, { name, percent: value['percent'], min, status }]);
  }
  // Not by assignment: a domain may have the name of a thing that every object has.
  return Object.fromEntries(domains);
};

const parseCounts = (value: Json | undefined): Counts | undefined => {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { covered, total } = value;
  const fits = Number.isSafeInteger(covered) && Number.isSafeInteger(total);
  return fits && Number(covered) >= 0 && Number(covered) <= Number(total)
    ? { covered: Number(covered), total: Number(total) }
    : undefined;
};
