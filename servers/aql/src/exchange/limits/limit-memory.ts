import type { ApiLimit } from '../../adapter/adapter.ts';
import { AnnouncedLimit } from './announced-limit.ts';
import { WindowCount } from './window-count.ts';
import { windowMs } from './windows.ts';

/** The state of the limits of one API: the requests sent, and the limits that its answers announced. */
export interface LimitMemory {
  /** The requests sent and the limit announced under a limit of the file. */
  ruleOf(rule: ApiLimit): { readonly sent: WindowCount; readonly announced: AnnouncedLimit };
  /** The limit announced for the pool in which an operation was seen. */
  poolOf(operation: string): AnnouncedLimit;
  /** Every pool with an announced limit, by name; the unnamed pool is ''. */
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
