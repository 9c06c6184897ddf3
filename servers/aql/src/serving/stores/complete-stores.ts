import type { ServerOptions, ServerStores, Sharing } from '@recourse/engine';
import { createMemoryQuotas, createMemoryReplays, createMemoryTokens } from '@recourse/engine/memory';

export type Stores = Required<Pick<ServerStores, 'tokens' | 'quotas' | 'replays'>> & Partial<Sharing>;

/** How one window of a caller stands. */
export interface QuotaUsage {
  readonly operation: string;
  readonly metric: string;
  readonly windowMs: number;
  readonly calls: number;
  readonly resets_at?: number;
  readonly granted_until?: number;
}

/** The windows of one caller. */
export type Usage = (principal: string) => Promise<readonly QuotaUsage[]>;

export type CompleteStores = Stores & {
  /** Absent where the quotas are somebody's own, and cannot be looked at. */
  readonly usage?: Usage;
};

/** The operator's stores, and the memory of this process for what there is none. */
export const completeStores = (
  given: ServerOptions['stores'] | CompleteStores,
  now: () => number = Date.now,
): CompleteStores => {
  const own = given?.quotas ? undefined : createMemoryQuotas(now);
  const usage = own ? memoryUsage(own, now) : usageIn(given);
  return {
    ...given,
    tokens: given?.tokens ?? createMemoryTokens(now),
    quotas: given?.quotas ?? own ?? createMemoryQuotas(now),
    replays: given?.replays ?? createMemoryReplays(now),
    ...(usage && { usage }),
  };
};

/** Stores that an operator can look into let an adapter look as well, at one caller's windows. */
const usageIn = (stores: object | undefined): Usage | undefined => {
  const usage: unknown = stores && 'usage' in stores ? stores.usage : undefined;
  if (typeof usage === 'function') return usage as Usage;
  if (typeof usage !== 'object' || usage === null || !('list' in usage)) return undefined;
  const listed = usage as { list(query: { readonly principal: string }): ReturnType<Usage> };
  return (principal) => listed.list({ principal });
};

const memoryUsage =
  (quotas: ReturnType<typeof createMemoryQuotas>, now: () => number): Usage =>
  (principal) =>
    Promise.resolve(
      quotas
        .windows()
        .filter((window) => window.principal === principal)
        .map(({ operation, metric, windowMs, calls, oldest, grantedUntil }) => ({
          operation,
          metric,
          windowMs,
          calls,
          ...(oldest !== null && { resets_at: oldest + windowMs }),
          ...(grantedUntil > now() && { granted_until: grantedUntil }),
        })),
    );
