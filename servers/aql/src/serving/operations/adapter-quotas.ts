import type { QuotaRule } from '@recourse/engine';
import type { Adapter } from '../../adapter/adapter.ts';

const shared = new WeakSet<QuotaRule>();

/** Whether a rule counts the calls of all operations of an adapter together. */
export const isSharedRule = (rule: QuotaRule): boolean => shared.has(rule);

/** The quotas of an adapter: one count over all its operations, of every request that was sent. */
export const adapterQuotas = ({ quotas }: Adapter): readonly QuotaRule[] =>
  quotas.map(({ metric, windowMs, warn, pause, stop }) => {
    const rule: QuotaRule = {
      metric,
      windowMs,
      count: 'attempts',
      ...(warn !== undefined && { warn }),
      ...(pause !== undefined && { pause }),
      ...(stop !== undefined && { stop }),
    };
    shared.add(rule);
    return rule;
  });
