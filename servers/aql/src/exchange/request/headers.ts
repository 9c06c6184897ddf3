import type { Json } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { textOf } from './encode.ts';
import { invalidValue, refuseBroken } from './refuse.ts';

/** Headers that belong to the connection or to the credentials, whatever a file declares. */
const reserved =
  /^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|authorization|cookie|proxy-.*)$/i;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const visible = /^[\t\x20-\x7e]*$/;

/** One header of a parameter, or none where it is not given. */
export const headerOf = (
  { name, wireName }: Parameter,
  value: Json | undefined,
): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (!token.test(wireName) || reserved.test(wireName)) {
    throw invalidValue(name, `the header '${wireName}' is not for callers to set`);
  }
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const text = items.map((item) => textOf(name, item)).join(', ');
  refuseBroken(name, text);
  if (!visible.test(text)) throw invalidValue(name, 'a header holds visible ASCII characters only');
  return [[wireName.toLowerCase(), text]];
};
