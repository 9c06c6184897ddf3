import { createHash } from 'node:crypto';
import type { JsonObject } from '@recourse/contract';
import { canonical } from '../canonical.ts';

/**
 * The key for the rest of a batch, derived from the key of the first attempt. The same rest always has the same key,
 * so a client that restarts between the two attempts does not send the rest twice.
 */
export const deriveKey = (firstKey: string, tool: string, args: JsonObject): string =>
  createHash('sha256')
    .update(canonical([firstKey, tool, args]))
    .digest('base64url');
