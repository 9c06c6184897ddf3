import type { QuotaRule } from '@recourse/engine';
import type { Adapter } from '../adapter/adapter.ts';

/** The scope of an adapter's quotas, shared by all of its operations. */
export const quotaScope = ({ name }: Pick<Adapter, 'name'>): string => `adapter ${name}`;

/** The quotas of an adapter: one count over all its operations, of every request that was sent. */
export const adapterQuotas = (adapter: Adapter): readonly QuotaRule[] =>
  adapter.quotas.map(({ metric, windowMs, warn, pause, stop }) => ({
    metric,
    scope: quotaScope(adapter),
    windowMs,
    count: 'attempts',
    ...(warn !== undefined && { warn }),
    ...(pause !== undefined && { pause }),
    ...(stop !== undefined && { stop }),
  }));
