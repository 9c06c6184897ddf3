import type { Json } from '@recourse/contract';
import { refuseBroken, wrongType } from './refuse.ts';

/** Percent-encodes a string for path and query, even if it looks encoded: `%2F` becomes `%252F`. */
export const encodeText = (param: string, text: string): string => {
  refuseBroken(param, text);
  // `encodeURIComponent` leaves these alone although RFC 3986 reserves them.
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
};

/** The text of a single value; an object or a list has none. */
export const textOf = (param: string, value: Json): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw wrongType(param, 'string', kindOf(value));
};

const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
