import { createHash } from 'node:crypto';

/** What is stored instead of a token or key: whoever reads the store can use neither. Hexadecimal, so that it sorts. */
export const digestOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** One fixed-length name for a tuple of texts of any length and content. */
export const digestOfTuple = (...parts: readonly (string | number)[]): string => digestOfSecret(JSON.stringify(parts));
