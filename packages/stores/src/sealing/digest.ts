import { createHash } from 'node:crypto';

/** The digest stored in place of a token or key, so that a leaked store reveals neither. Hexadecimal, so that it sorts. */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * A short name for a tuple of strings of any length and content: 160 bits, which resist collisions and keep the index
 * small.
 */
export const digestOfTuple = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
