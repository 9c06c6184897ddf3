import { digestOfSecret } from '../sealing/digest.ts';

/** The row of a token, and the digest that the row must have. */
export interface TokenPlace {
  readonly seq: number;
  readonly digest: string;
}

const shape = /^((?:conf|quota_continue)_[\w-]{43})([1-9a-z][0-9a-z]{0,9})$/;

/**
 * The token: its secret, and the number of its row. New rows are neighbours that way, however many there are; found
 * by their digest, which is random, each would lie on a page of its own that has to be read and written for it.
 */
export const renderToken = (secret: string, seq: number): string => `${secret}${seq.toString(36)}`;

/** Returns undefined for a string that is not one of our tokens. */
export const parseToken = (token: string): TokenPlace | undefined => {
  const [, secret, seq] = shape.exec(token) ?? [];
  return secret === undefined || seq === undefined
    ? undefined
    : { seq: Number.parseInt(seq, 36), digest: digestOfSecret(secret) };
};

const checkLength = 6;

/**
 * Identifies a pending call for people: the number of its row and the beginning of its digest, so that a typing error
 * does not name another call. The token cannot be derived from it.
 */
export const approvalId = ({ seq, digest }: TokenPlace): string =>
  `${seq.toString(36)}-${digest.slice(0, checkLength)}`;

/** The row that an id or a token names, and how its digest begins. */
export const parseReference = (reference: string): TokenPlace | undefined => {
  const [, seq, digest] = /^([1-9a-z][0-9a-z]{0,9})-([0-9a-f]{6})$/.exec(reference.toLowerCase()) ?? [];
  return seq !== undefined && digest !== undefined ? { seq: Number.parseInt(seq, 36), digest } : parseToken(reference);
};
