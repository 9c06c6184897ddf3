import type { Json } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { styleOf } from '../../adapter/parameter-style.ts';
import { invalidValue, refuseBroken } from './refuse.ts';
import { expectWithout, partsOf } from './written-value.ts';

/** Headers that belong to the connection or to the credentials, whatever a file declares. */
const reserved =
  /^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|authorization|cookie|proxy-.*)$/i;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const visible = /^[\t\x20-\x7e]*$/;

/** One header of a parameter, or none if it is not given. */
export const headerOf = (parameter: Parameter, value: Json | undefined): readonly (readonly [string, string])[] => {
  const { name, wireName } = parameter;
  if (value === undefined || value === null) return [];
  if (!token.test(wireName) || reserved.test(wireName)) {
    throw invalidValue(name, `callers cannot set the header '${wireName}'`);
  }
  const text = textFor(parameter, value);
  refuseBroken(name, text);
  if (!visible.test(text)) throw invalidValue(name, 'a header can contain only printable ASCII characters');
  return [[wireName.toLowerCase(), text]];
};

const textFor = (parameter: Parameter, value: Json): string => {
  const { style, explode } = styleOf(parameter);
  if (style === 'json') return JSON.stringify(value);
  const parts = partsOf(parameter, value);
  // Headers are not percent-encoded.
  if (typeof value === 'object') expectWithout(',', parameter.name, parts);
  return parts.map(({ key, text }) => (key === undefined ? text : `${key}${explode ? '=' : ', '}${text}`)).join(', ');
};
