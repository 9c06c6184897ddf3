import type { QuotaRule } from '@recourse/engine';
import type { Configuration } from '@recourse/engine/configuration';
import type { QuotaUsage } from '@recourse/stores';

type Thresholds = Pick<QuotaRule, 'warn' | 'pause' | 'stop'>;

/** The operator's thresholds; undefined for a quota that its tool declares, which only the server knows. */
export const thresholdsOf = (
  { operation, metric, windowMs }: QuotaUsage,
  { quotas }: Configuration,
): Thresholds | undefined => {
  const own = Object.hasOwn(quotas, operation) ? (quotas[operation] ?? []) : [];
  const rule = [...own, ...(quotas['*'] ?? [])].find((one) => one.metric === metric && one.windowMs === windowMs);
  if (!rule) return undefined;
  const { warn, pause, stop } = rule;
  return {
    ...(warn !== undefined && { warn }),
    ...(pause !== undefined && { pause }),
    ...(stop !== undefined && { stop }),
  };
};

/** The state of a quota: the threshold that the next call would exceed. */
export const standing = ({ calls, granted_until }: QuotaUsage, { warn, pause, stop }: Thresholds): string => {
  if (stop !== undefined && calls >= stop) return 'stopped';
  if (pause !== undefined && calls >= pause) return granted_until === undefined ? 'asks first' : 'pause lifted';
  return warn !== undefined && calls >= warn ? 'warns' : 'free';
};
