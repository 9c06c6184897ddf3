import { createHash } from 'node:crypto';

/** What is stored instead of a token or key: whoever reads the store can use neither. Hexadecimal, so that it sorts. */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * One short name for a tuple of texts of any length and content: 160 bits, which nobody finds twice, in an index that
 * stays small.
 */
export const digestOfTuple = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
