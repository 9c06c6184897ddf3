import type { LimitStanding } from '@recourse/github';
import type { Asked } from './asked.ts';

/** The part of a limit whose use is worth a warning. */
const warnShare = 0.9;

/** Warns once for each of GitHub's limits that is nearly used up, by the answers of one call. */
export const createLimitWatch = (call: Asked): ((standing: LimitStanding) => void) => {
  const warned = new Set<string>();
  return ({ name, limit, remaining }) => {
    const threshold = Math.floor(limit * warnShare);
    const used = limit - remaining;
    if (used < threshold || limit === 0 || warned.has(name)) return;
    warned.add(name);
    call.warn?.('RATE_LIMIT_QUOTA_WARNING', {
      metric: `GitHub requests (${name})`,
      current: used,
      warn_threshold: threshold,
      hard_stop_threshold: limit,
    });
  };
};
