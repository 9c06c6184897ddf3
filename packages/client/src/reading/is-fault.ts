import type { Reading } from './reading.ts';

/** True if the server is broken or unreachable. Refusals and rate limits are answers, not faults. */
export const isFault = ({ source, failure }: Reading): boolean => {
  if (source === 'transport') return failure.recovery === 'retry';
  if (source !== 'contract' && source !== 'dialect') return false;
  return (failure.category === 'upstream' || failure.category === 'internal') && failure.code !== 'CALL_CANCELLED';
};
