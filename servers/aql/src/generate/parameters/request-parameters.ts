import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { looksLikeSecret } from '@recourse/engine/third-party-schemas';
import { isJsonType, plainType } from '../../adapter/media-types.ts';
import { LeftOut } from '../report/left-out.ts';
import { define } from './define.ts';
import type { DefineContext } from './define.ts';
import { parameterStyles } from '../../adapter/adapter.ts';
import type { ParameterStyle } from '../../adapter/adapter.ts';
import type { Definition, DraftParameter } from './draft-parameter.ts';
import { isSensitive } from './is-sensitive.ts';
import { isOfType } from './constraints.ts';

/** A parameter of the document that has no adapter name yet. */
export type RequestParameter = Omit<DraftParameter, 'name'>;

/** Headers that are the runtime's own business. */
const ownHeaders = new Set(
  'accept accept-encoding authorization connection content-encoding content-length content-type cookie expect host keep-alive proxy-authorization set-cookie te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
);

/** The parameters in path, query and header. Those of the operation take precedence over those of its path. */
export const requestParameters = (
  own: Json | undefined,
  shared: Json | undefined,
  path: string,
  context: DefineContext,
): readonly RequestParameter[] => {
  const declared = [...listOf(own), ...listOf(shared)].map((parameter) => context.follow(parameter));
  const found = new Map<string, RequestParameter>();
  const placeholders = placeholdersOf(path);
  const refuse = (key: string, { wireName, required }: RequestParameter): void => {
    if (required)
      throw new LeftOut(
        'structured_parameter',
        `one of the members of '${wireName}' has the same name as another parameter`,
      );
    context.note(`'${wireName}' is omitted: one of its members has the same name as another parameter`);
    found.delete(key);
  };
  for (const parameter of declared) {
    const converted = convert(parameter, placeholders, context);
    const key = converted && `${converted.in} ${converted.wireName}`;
    if (converted && key !== undefined && !found.has(key)) found.set(key, converted);
  }
  for (const [key, parameter] of found) if (isTaken(parameter, [...found.values()])) refuse(key, parameter);
  for (const name of placeholders) {
    // A placeholder that the document does not describe still needs a value.
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, undescribed(name));
  }
  // Those of the path first, so that their names do not depend on what else an operation takes.
  return [...found.values()].toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'));
};

const placeholdersOf = (path: string): readonly string[] => [
  ...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)),
];

/** Whether an object whose members are written on their own has a member with the name of another parameter. */
const isTaken = (parameter: RequestParameter, others: readonly RequestParameter[]): boolean => {
  const members = spreadNames(parameter);
  return others.some(
    (other) =>
      other !== parameter &&
      other.in === parameter.in &&
      members.some((name) => name === other.wireName || spreadNames(other).includes(name)),
  );
};

const spreadNames = ({ in: place, style, explode, definition }: RequestParameter): readonly string[] => {
  const isSpread = (place === 'query' || place === 'cookie') && style === undefined && explode !== false;
  return isSpread && definition.type === 'object' ? Object.keys(definition.properties ?? {}) : [];
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const undescribed = (name: string): RequestParameter => ({
  wireName: name,
  in: 'path',
  required: true,
  sensitive: false,
  definition: { type: 'string' },
});

const convert = (
  parameter: JsonObject,
  placeholders: readonly string[],
  context: DefineContext,
): RequestParameter | undefined => {
  const { name, in: place, required } = parameter;
  if (typeof name !== 'string' || name === '') return undefined;
  if (place === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  if (place === 'path' && !placeholders.includes(name)) return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return undefined;
  if (place !== 'path' && !isSendable(name, place)) {
    if (required === true)
      throw new LeftOut('unsafe_name', `a parameter in the ${place} has a name that cannot be sent`);
    context.note(`a parameter in the ${place} is omitted: its name cannot be sent`);
    return undefined;
  }
  return describe(parameter, name, place, context);
};

/** Whether an adapter can send a parameter under its own name. */
export const isSendable = (name: string, place: 'query' | 'header' | 'cookie' | 'body'): boolean =>
  name.length <= 128 &&
  !looksLikeSecret(name) &&
  !hasHiddenCharacters(name) &&
  (place === 'header' || place === 'cookie' ? /^[\w!#$%&'*+.^`|~-]+$/ : /^\S(?:.*\S)?$/).test(name);

const describe = (
  parameter: JsonObject,
  name: string,
  place: 'path' | 'query' | 'header' | 'cookie',
  context: DefineContext,
): RequestParameter | undefined => {
  const { media, schema } = schemaOf(parameter, context);
  const noted: DefineContext = { ...context, note: (what) => context.note(`'${name}' ${what}`) };
  const isRequired = place === 'path' || parameter['required'] === true;
  const own = { ...schema, description: parameter['description'] ?? schema['description'] };
  const definition = define(own, noted);
  const isJson =
    media === undefined ? parameter['style'] !== 'deepObject' && holdsLists(definition) : isJsonType(plainType(media));
  const style = isJson ? ({ style: 'json' } as const) : media === undefined ? styleOf(parameter, place) : {};
  const problem = isJson ? undefined : writingProblem(definition, { place, media, ...style });
  if (problem !== undefined) {
    if (isRequired) throw new LeftOut('structured_parameter', `'${name}' in the ${place} ${problem}`);
    context.note(`'${name}' in the ${place} is omitted: it ${problem}`);
    return undefined;
  }
  return {
    wireName: name,
    in: place,
    required: isRequired && definition.default === undefined,
    sensitive: isSensitive(name, schema),
    ...style,
    definition,
    ...exampleOf(parameter, schema, definition.type),
  };
};

/** Whether items of a list are composed themselves. OpenAPI defines no style for that; APIs expect JSON. */
const holdsLists = ({ type, items }: Definition): boolean =>
  type === 'array' && (items?.type === 'object' || items?.type === 'array');

/** A parameter has a schema, or one kind of content with a schema. */
const schemaOf = (
  parameter: JsonObject,
  { follow }: DefineContext,
): { readonly media: string | undefined; readonly schema: JsonObject } => {
  const { content } = parameter;
  const [media] = isJsonObject(content) ? Object.keys(content) : [];
  if (!isJsonObject(content) || media === undefined) return { media: undefined, schema: follow(parameter['schema']) };
  return { media, schema: follow(follow(content[media])['schema']) };
};

interface Writing {
  readonly place: string;
  readonly media: string | undefined;
  readonly style?: ParameterStyle;
}

/** Why a value cannot be written outside a body. Members of an object are written by name, except with brackets. */
const writingProblem = (
  { type, properties, additional_properties: isOpen }: Definition,
  { place, media, style }: Writing,
): string | undefined => {
  const isComposed = type === 'object' || type === 'array';
  if (media !== undefined) return isComposed ? `is of type ${type} but is sent as ${media}` : undefined;
  if (type !== 'object' || (place === 'query' && style === 'deepObject')) return undefined;
  if (properties === undefined || isOpen === true) return 'has members whose names are not declared';
  const isNested = Object.values(properties).some((member) => member.type === 'object' || member.type === 'array');
  return isNested ? 'has lists or objects as members, which its style cannot express' : undefined;
};

const usualStyles = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' } as const;

/** Style and explode where they differ from the default of the place. */
const styleOf = (
  { style, explode }: JsonObject,
  place: keyof typeof usualStyles,
): Pick<RequestParameter, 'style' | 'explode'> => {
  const named = parameterStyles.find((each) => each === style && each !== 'json');
  const own = named === usualStyles[place] ? undefined : named;
  const usual = (own ?? usualStyles[place]) === 'form' || own === 'deepObject';
  return {
    ...(own !== undefined && { style: own }),
    ...(typeof explode === 'boolean' && explode !== usual && own !== 'deepObject' && { explode }),
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
