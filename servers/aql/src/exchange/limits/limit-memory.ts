import type { ApiLimit } from '../../adapter/adapter.ts';
import { AnnouncedLimit } from './announced-limit.ts';
import { WindowCount } from './window-count.ts';
import { windowMs } from './windows.ts';

/** How the limits of one API stand: what was sent, and what its answers announced. */
export interface LimitMemory {
  /** What was sent and announced under a limit of the file. */
  ruleOf(rule: ApiLimit): { readonly sent: WindowCount; readonly announced: AnnouncedLimit };
  /** What was announced about the pool that an operation was seen in. */
  poolOf(operation: string): AnnouncedLimit;
  /** Every pool that something was announced about, by its name; the nameless one is called ''. */
  pools(): Iterable<readonly [string, AnnouncedLimit]>;
  /** The upstream counts this operation in the pool of that name. */
  assign(operation: string, pool: string): void;
}

/** More names of pools than any upstream has; what comes beyond them shares one. */
const mostPools = 100;

/** A memory that outlives the exchanges that use it: a new version of a file starts no new window. */
export const createLimitMemory = (): LimitMemory => {
  const rules = new Map<string, ReturnType<LimitMemory['ruleOf']>>();
  const pools = new Map<string, AnnouncedLimit>();
  const poolNames = new Map<string, string>();
  return {
    ruleOf: ({ scope, endpoint, category, window }) => {
      const key = JSON.stringify([scope, endpoint, category, window]);
      const found = rules.get(key) ?? { sent: new WindowCount(windowMs[window]), announced: new AnnouncedLimit() };
      rules.set(key, found);
      return found;
    },
    poolOf: (operation) => {
      const name = poolNames.get(operation) ?? '';
      const found = pools.get(name) ?? new AnnouncedLimit();
      pools.set(name, found);
      return found;
    },
    pools: () => pools,
    assign: (operation, pool) => {
      poolNames.set(operation, pools.has(pool) || pools.size < mostPools ? pool : '');
    },
  };
};
