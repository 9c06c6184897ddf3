import type { MemoryState } from '@recourse/engine/memory';
import { usageOf } from '../decisions/quota-usage.ts';
import { mostListedQuotas } from '../ports/usage.ts';
import type { Usage } from '../ports/usage.ts';

export const createMemoryUsage = (quotas: MemoryState['quotas'], now: () => number): Usage => ({
  list: async ({ principal } = {}) => {
    const rows = quotas
      .windows()
      .filter((window) => principal === undefined || window.principal === principal)
      .map(({ windowMs, grantedUntil, ...window }) => ({
        ...window,
        window_ms: windowMs,
        granted_until: grantedUntil,
      }));
    return usageOf(rows, now()).toSorted(byName).slice(0, mostListedQuotas);
  },
});

type Named = Pick<Awaited<ReturnType<Usage['list']>>[number], 'principal' | 'operation' | 'metric' | 'key'>;

/** Orders strings as SQLite does: by code unit, independent of the locale. */
const byName = (one: Named, other: Named): number => {
  for (const name of ['principal', 'operation', 'metric', 'key'] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
};
