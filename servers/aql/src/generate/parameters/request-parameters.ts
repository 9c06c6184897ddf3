import type { Json, JsonObject } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { looksLikeSecret } from '@recourse/engine/foreign';
import { LeftOut } from '../report/left-out.ts';
import { define } from './define.ts';
import type { DefineContext } from './define.ts';
import type { DraftParameter } from './draft-parameter.ts';
import { isSensitive } from './is-sensitive.ts';
import { isOfType } from './constraints.ts';

/** A parameter of the document, before it has a name of ours. */
export type RequestParameter = Omit<DraftParameter, 'name'>;

/** Headers that are the runtime's own business. */
const ownHeaders = new Set(
  'accept accept-encoding authorization connection content-encoding content-length content-type cookie expect host keep-alive proxy-authorization set-cookie te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
);

/** The parameters in path, query and header. The operation's own stand before those of its path; the first of a name counts. */
export const requestParameters = (
  own: Json | undefined,
  shared: Json | undefined,
  path: string,
  context: DefineContext,
): readonly RequestParameter[] => {
  const declared = [...listOf(own), ...listOf(shared)].map((parameter) => context.follow(parameter));
  const found = new Map<string, RequestParameter>();
  const placeholders = placeholdersOf(path);
  for (const parameter of declared) {
    const converted = convert(parameter, placeholders, context);
    const key = converted && `${converted.in} ${converted.wireName}`;
    if (converted && key !== undefined && !found.has(key)) found.set(key, converted);
  }
  for (const name of placeholders) {
    // A placeholder that nobody describes still needs a value.
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, undescribed(name));
  }
  // Those of the path first, so that their names do not depend on what else an operation takes.
  return [...found.values()].toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'));
};

const placeholdersOf = (path: string): readonly string[] => [
  ...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)),
];

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const undescribed = (name: string): RequestParameter => ({
  wireName: name,
  in: 'path',
  required: true,
  sensitive: false,
  arrayStyle: 'repeat',
  definition: { type: 'string' },
});

const convert = (
  parameter: JsonObject,
  placeholders: readonly string[],
  context: DefineContext,
): RequestParameter | undefined => {
  const { name, in: place, required } = parameter;
  if (typeof name !== 'string' || name === '') return undefined;
  if (place === 'cookie') {
    if (required === true) throw new LeftOut('cookie', `needs the cookie '${name}'`);
    context.note(`the cookie '${name}' is not offered`);
    return undefined;
  }
  if (place === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  if (place === 'path' && !placeholders.includes(name)) return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header') return undefined;
  if (place !== 'path' && !isSendable(name, place)) {
    if (required === true)
      throw new LeftOut('unsafe_name', `a parameter in the ${place} has a name that cannot be sent`);
    context.note(`a parameter in the ${place} is not offered: its name cannot be sent`);
    return undefined;
  }
  return describe(parameter, name, place, context);
};

/** Whether an adapter can send a parameter under its own name. */
export const isSendable = (name: string, place: 'query' | 'header' | 'body'): boolean =>
  name.length <= 128 &&
  !looksLikeSecret(name) &&
  !hasHiddenCharacters(name) &&
  (place === 'header' ? /^[\w!#$%&'*+.^`|~-]+$/ : /^\S+$/).test(name);

const describe = (
  parameter: JsonObject,
  name: string,
  place: 'path' | 'query' | 'header',
  context: DefineContext,
): RequestParameter | undefined => {
  const schema = context.follow(parameter['schema']);
  const noted: DefineContext = { ...context, note: (what) => context.note(`'${name}' ${what}`) };
  const isRequired = place === 'path' || parameter['required'] === true;
  const own = { ...schema, description: parameter['description'] ?? schema['description'] };
  const definition = define(own, noted);
  const isSpread = definition.type === 'object' || (place === 'path' && definition.type === 'array');
  if (parameter['content'] !== undefined || isSpread) {
    if (isRequired) throw new LeftOut('structured_parameter', `'${name}' in the ${place} is no single value`);
    context.note(`'${name}' is not offered: it is no single value in the ${place}`);
    return undefined;
  }
  return {
    wireName: name,
    in: place,
    required: isRequired && definition.default === undefined,
    sensitive: isSensitive(name, schema),
    arrayStyle: parameter['explode'] === false || parameter['style'] === 'simple' ? 'comma' : 'repeat',
    definition,
    ...exampleOf(parameter, schema, definition.type),
  };
};

/** A value that the document gives as an example, where it is of the type. */
export const exampleOf = (
  parameter: JsonObject,
  schema: JsonObject,
  type: DraftParameter['definition']['type'],
): { readonly example?: Json } => {
  const listed = Array.isArray(schema['examples']) ? (schema['examples'] as readonly Json[])[0] : undefined;
  const example = parameter['example'] ?? schema['example'] ?? listed;
  return example !== undefined && isOfType(example, type) && JSON.stringify(example).length <= 200 ? { example } : {};
};
