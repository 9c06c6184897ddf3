import { namesTime } from '../delays.ts';
import type { Reading } from './reading.ts';

/** True if the server is broken or unreachable. Refusals, rate limits and "come back in 5 s" are answers, not faults. */
export const isFault = ({ source, failure }: Reading): boolean => {
  if (source === 'transport') return failure.recovery === 'retry';
  if ((source !== 'contract' && source !== 'dialect') || namesTime(failure.retry_after_ms)) return false;
  return (failure.category === 'upstream' || failure.category === 'internal') && failure.code !== 'CALL_CANCELLED';
};
