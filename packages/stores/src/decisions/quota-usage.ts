import type { QuotaUsage } from '../ports/usage.ts';

/** The row of a quota window. Fields are named after the columns. */
export interface UsageRow {
  readonly principal: string;
  readonly operation: string;
  readonly metric: string;
  readonly key: string;
  readonly window_ms: number;
  readonly granted_until: number;
  /** Calls in the window, and when the oldest of them was made. */
  readonly calls: number;
  readonly oldest: number | null;
}

/** The usage of each window. Leaves out empty windows that have not been swept yet. */
export const usageOf = (rows: readonly UsageRow[], now: number): readonly QuotaUsage[] =>
  rows
    .map(({ principal, operation, metric, key, window_ms, granted_until, calls, oldest }) => ({
      principal,
      operation,
      metric,
      key,
      windowMs: window_ms,
      calls,
      ...(oldest !== null && { resets_at: oldest + window_ms }),
      ...(granted_until > now && { granted_until }),
    }))
    .filter((usage) => usage.calls > 0 || usage.granted_until !== undefined);
