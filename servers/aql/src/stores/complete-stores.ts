import type { ServerOptions } from '@recourse/engine';
import type { ServerStores } from '@recourse/engine/store-ports';
import { createMemoryState } from '@recourse/engine/memory';
import type { MemoryState } from '@recourse/engine/memory';

export type Stores = ServerStores & Required<Pick<ServerStores, 'tokens' | 'admissions'>>;

/** The state of one quota window of a principal. */
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
  /** Absent if the store does not list its quotas. */
  readonly usage?: Usage;
};

/** The operator's stores, or the memory of this process. */
export const completeStores = (
  given: ServerOptions['stores'] | CompleteStores,
  now: () => number = Date.now,
): CompleteStores => {
  if (given?.tokens && given.admissions) {
    const { tokens, admissions } = given;
    const usage = usageIn(given);
    return { ...given, tokens, admissions, ...(usage && { usage }) };
  }
  const { tokens, admissions, quotas } = createMemoryState({ now });
  return { ...given, tokens, admissions, usage: memoryUsage(quotas, now) };
};

/** Stores that an operator can look into let an adapter look as well, at one caller's windows. */
const usageIn = (stores: object): Usage | undefined => {
  const usage: unknown = 'usage' in stores ? stores.usage : undefined;
  if (typeof usage === 'function') return usage as Usage;
  if (typeof usage !== 'object' || usage === null || !('list' in usage)) return undefined;
  const listed = usage as { list(query: { readonly principal: string }): ReturnType<Usage> };
  return (principal) => listed.list({ principal });
};

const memoryUsage =
  (quotas: MemoryState['quotas'], now: () => number): Usage =>
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
