import { randomFillSync } from 'node:crypto';
import { createUuid } from '../../call/create-uuid.ts';

/** Makes the ids of events, traces and spans. */
export interface RecordIds {
  event(): string;
  /** 32 lower-case hexadecimal digits. */
  trace(): string;
  /** 16 lower-case hexadecimal digits. */
  span(): string;
}

const poolBytes = 4096;

/** Random ids. The random bytes are fetched in bulk: fetching them for each call would cost more than the rest. */
export const createRecordIds = (): RecordIds => {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  const hex = (bytes: number): string => {
    if (used + bytes > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString('hex', used - bytes, used);
  };
  return { event: createUuid, trace: () => hex(16), span: () => hex(8) };
};
