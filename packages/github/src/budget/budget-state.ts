import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';

/** The state of one bucket. It is unknown after `until`. */
interface BucketState {
  readonly until: number;
  readonly limit?: number;
  readonly remaining?: number;
}

/** Everything that is known about the limits of one credential. Times are in milliseconds since 1970. */
export interface BudgetState {
  readonly buckets: Readonly<Record<string, BucketState>>;
  /** Buckets that a request is finding out about, and when others stop waiting for it. */
  readonly probes: Readonly<Record<string, number>>;
  /** The end of a secondary limit, which covers every request of the credential. */
  readonly blockedUntil: number;
  /** The time up to which writes have been spaced out. */
  readonly writesUntil: number;
}

const nothing: BudgetState = { buckets: {}, probes: {}, blockedUntil: 0, writesUntil: 0 };

/** Reads a stored state. Anything that is not one counts as unknown. */
export const parseBudget = (value: JsonObject | undefined): BudgetState => {
  if (!value) return nothing;
  return {
    buckets: mapOf(value['buckets'], (bucket) => {
      if (!isJsonObject(bucket)) return undefined;
      const [limit, remaining] = [timeOf(bucket['limit']), timeOf(bucket['remaining'])];
      return {
        until: timeOf(bucket['until']) ?? 0,
        ...(limit !== undefined && { limit }),
        ...(remaining !== undefined && { remaining }),
      };
    }),
    probes: mapOf(value['probes'], timeOf),
    blockedUntil: timeOf(value['blockedUntil']) ?? 0,
    writesUntil: timeOf(value['writesUntil']) ?? 0,
  };
};

/** Renders a state for the store, without what has ended. */
export const renderBudget = (state: BudgetState, now: number): JsonObject => ({
  buckets: Object.fromEntries(
    Object.entries(state.buckets)
      .filter(([, { until }]) => until > now)
      .map(([name, bucket]) => [name, { ...bucket }]),
  ),
  probes: Object.fromEntries(Object.entries(state.probes).filter(([, until]) => until > now)),
  blockedUntil: state.blockedUntil,
  writesUntil: state.writesUntil,
});

/** The last moment that a state says anything about. */
export const endOf = ({ buckets, probes, blockedUntil, writesUntil }: BudgetState): number =>
  Math.max(blockedUntil, writesUntil, ...Object.values(buckets).map(({ until }) => until), ...Object.values(probes));

const timeOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const mapOf = <Value>(
  value: Json | undefined,
  read: (item: Json | undefined) => Value | undefined,
): Readonly<Record<string, Value>> => {
  const entries: [string, Value][] = [];
  for (const [name, item] of Object.entries(isJsonObject(value) ? value : {})) {
    const found = read(item);
    if (found !== undefined) entries.push([name, found]);
  }
  return Object.fromEntries(entries);
};
