import { createHash } from 'node:crypto';

/**
 * The name of an intent: 32 hexadecimal digits derived from the caller, the operation and the idempotency key. A
 * handler stores it with what it writes, so that a lookup can identify this effect without revealing the key.
 */
export const intentOf = (principal: string, operation: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([principal, operation, key]))
    .digest('hex')
    .slice(0, 32);
