import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';
import { styleOf } from '../../adapter/parameter-style.ts';
import { encodeText, textOf } from './encode.ts';
import { invalidValue } from './refuse.ts';
import { joined, partsOf } from './written-value.ts';

/**
 * A value as pairs of a query or a form, with brackets for what is inside it: `item[0][price]=5`. Empty lists and
 * objects have no pairs.
 */
export const bracketPairs = (param: string, key: string, value: Json): readonly string[] => {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => bracketPairs(param, `${key}[${index}]`, item));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => {
      // Brackets are read after they are decoded: they would name another member.
      if (/[[\]]/.test(name)) throw invalidValue(param, 'names inside of it cannot contain brackets');
      return member === undefined ? [] : bracketPairs(param, `${key}[${name}]`, member);
    });
  }
  if (value === null) throw invalidValue(param, 'a form cannot contain null; omit the value');
  return [`${encodeText(param, key)}=${encodeForm(param, value)}`];
};

/** A body as `application/x-www-form-urlencoded`. */
export const formText = ({ parameters, input = [] }: AdapterOperation, body: JsonObject): string => {
  const members = new Map([...input, ...parameters].filter(isInBody).map((member) => [member.wireName, member]));
  return Object.entries(body)
    .flatMap(([key, value]) => {
      if (value === undefined) return [];
      const member = members.get(key);
      const { name = key } = member ?? {};
      const { style, explode } = styleOf(member ?? { in: 'body' });
      refuseEmpty(name, value);
      if (style === 'json' && isComposed(value))
        return [`${encodeText(name, key)}=${encodeForm(name, JSON.stringify(value))}`];
      if (Array.isArray(value) && style !== 'deepObject' && !(value as readonly Json[]).some(isComposed)) {
        const items = (value as readonly Json[]).map((item) => encodeForm(name, item));
        if (!explode && style !== 'form')
          return [`${encodeText(name, key)}=${joined(name, partsOf({ name, schema: {} }, value), style)}`];
        if (!explode) return items.length > 0 ? [`${encodeText(name, key)}=${items.join(',')}`] : [];
        return items.map((item) => `${encodeText(name, key)}=${item}`);
      }
      return bracketPairs(name, key, value);
    })
    .join('&');
};

/** In a form, an empty list or object looks like one that is left out. */
const refuseEmpty = (param: string, value: Json): void => {
  if (!isComposed(value)) return;
  const members = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as JsonObject);
  if (members.length === 0) throw invalidValue(param, 'a form cannot contain empty lists or objects; omit the value');
  for (const member of members) if (member !== undefined) refuseEmpty(param, member);
};

const isInBody = (parameter: Parameter): boolean => parameter.in === 'body';
const isComposed = (value: Json): boolean => typeof value === 'object' && value !== null;

/** Line ends are allowed in the values of a form, unlike in an address. */
const encodeForm = (param: string, value: Json): string =>
  textOf(param, value)
    .split(/(\r\n|\r|\n)/)
    .map((part) => (/^[\r\n]+$/.test(part) ? encodeURIComponent(part) : encodeText(param, part)))
    .join('');
