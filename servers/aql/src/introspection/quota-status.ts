import type { JsonObject } from '@recourse/contract';
import type { Adapter, AdapterQuota } from '../adapter/adapter.ts';
import { quotaScope } from '../operations/adapter-quotas.ts';
import type { QuotaUsage, Usage } from '../stores/complete-stores.ts';

/** How the quotas of an adapter stand for one caller, and the limits of the API for all. */
export const quotaStatus = async (
  adapter: Adapter,
  principal: string,
  { usage, limits }: { readonly usage: Usage | undefined; readonly limits: JsonObject },
): Promise<JsonObject> => {
  const windows = (await usage?.(principal)) ?? [];
  const name = `scope ${quotaScope(adapter)}`;
  const standing = adapter.quotas.map((quota) => ({
    quota,
    window: windows.find(
      ({ operation, metric, windowMs }) => operation === name && metric === quota.metric && windowMs === quota.windowMs,
    ),
  }));
  const resets = standing.flatMap(({ window }) => window?.resets_at ?? []);
  return {
    adapter: adapter.name,
    api_limits: limits,
    quotas: standing.map(({ quota, window }) => describeQuota(quota, window, usage !== undefined)),
    next_reset: resets.length > 0 ? new Date(Math.min(...resets)).toISOString() : null,
  };
};

const describeQuota = (
  { metric, warn, pause, stop }: AdapterQuota,
  window: QuotaUsage | undefined,
  known: boolean,
): JsonObject => ({
  metric,
  ...(known && { current: window?.calls ?? 0, status: statusOf({ warn, pause, stop }, window) }),
  ...(warn !== undefined && { warn }),
  ...(pause !== undefined && { pause }),
  ...(stop !== undefined && { hard_stop: stop }),
  ...(window?.resets_at !== undefined && { resets_at: new Date(window.resets_at).toISOString() }),
});

/** The state that the next call would meet. */
const statusOf = (
  { warn, pause, stop }: Pick<AdapterQuota, 'warn' | 'pause' | 'stop'>,
  window: QuotaUsage | undefined,
): string => {
  const calls = window?.calls ?? 0;
  const reached = (threshold: number | undefined): boolean => threshold !== undefined && calls >= threshold;
  if (reached(stop)) return 'exhausted';
  if (reached(pause) && window?.granted_until === undefined) return 'paused';
  return reached(warn) ? 'warn' : 'ok';
};
