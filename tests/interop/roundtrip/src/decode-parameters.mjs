import qs from 'qs';
import { typeOf } from './values.mjs';

const decode = (text) => decodeURIComponent(text);
const decodeQuery = (text) => decodeURIComponent(text.replaceAll('+', ' '));

/** Reads the value of one parameter from a request, by its style. Undefined if it does not exist. */
export const decodeParameter = (given, asked, { query, path, headers }, combine) => {
  const isNested =
    given.style !== 'deepObject' && Array.isArray(asked) && asked.some((item) => typeof item === 'object');
  // OpenAPI defines no other style for lists of objects.
  const parameter = isNested ? { ...given, media: 'application/json' } : given;
  const raw = rawOf(parameter, asked, { query, path, headers }, combine);
  if (raw === undefined) return undefined;
  if (parameter.media !== undefined && /[/+]json/.test(parameter.media)) return JSON.parse(raw);
  return coerce(raw, asked, parameter.schema, combine);
};

const rawOf = (parameter, asked, { query, path, headers }, combine) => {
  const { name, in: place, style, explode, media } = parameter;
  const schema = combine(parameter.schema);
  const type = asked === undefined ? typeOf(schema) : kindOf(asked);
  if (place === 'header')
    return headers[name.toLowerCase()] && simple(headers[name.toLowerCase()], type, explode, (text) => text, media);
  if (place === 'path') return path[name] && fromPath(path[name], { name, style, explode, type });
  const pairs = place === 'cookie' ? cookiesOf(headers.cookie) : pairsOf(query);
  return fromPairs(pairs, { name, style, explode, type, schema, media, query, asked });
};

/** The kind of value that decides how a style writes it. */
const kindOf = (value) => (Array.isArray(value) ? 'array' : typeof value);

export const pairsOf = (query) =>
  query === ''
    ? []
    : query.split('&').map((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      });

const cookiesOf = (header = '') =>
  header
    .split(/;\s*/)
    .filter(Boolean)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);

const fromPairs = (pairs, { name, style, explode, type, schema, media, query, asked }) => {
  if (style === 'deepObject') {
    const parsed = qs.parse(query, { depth: 10, arrayLimit: 200, parameterLimit: 5000 })[name];
    return parsed;
  }
  const own = pairs.filter(([key]) => decodeQuery(key) === name).map(([, value]) => value);
  if (type === 'object' && explode && media === undefined) {
    const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(asked ?? {})]);
    const found = pairs.filter(([key]) => names.has(decodeQuery(key)));
    return found.length === 0
      ? undefined
      : Object.fromEntries(found.map(([key, value]) => [decodeQuery(key), decodeQuery(value)]));
  }
  if (own.length === 0) return undefined;
  if (media !== undefined || (type !== 'array' && type !== 'object')) return decodeQuery(own[0]);
  if (explode && type === 'array') return own.map(decodeQuery);
  const separator = style === 'spaceDelimited' ? /%20|\+/ : style === 'pipeDelimited' ? /\||%7C/i : /,/;
  const parts = own[0].split(separator).map(decodeQuery);
  return type === 'array' ? parts : pairUp(parts);
};

const pairUp = (parts) =>
  Object.fromEntries(Array.from({ length: parts.length / 2 }, (_, index) => [parts[2 * index], parts[2 * index + 1]]));

const simple = (text, type, explode, read, media) => {
  if (media !== undefined || (type !== 'array' && type !== 'object')) return read(text);
  const parts = text.split(/,\s*/);
  if (type === 'array') return parts.map(read);
  if (!explode) return pairUp(parts.map(read));
  return Object.fromEntries(parts.map((part) => part.split('=').map(read)));
};

const fromPath = (text, { name, style, explode, type }) => {
  if (style === 'label') {
    const rest = text.replace(/^\./, '');
    return explode && type === 'array'
      ? rest.split('.').map(decode)
      : explode && type === 'object'
        ? Object.fromEntries(rest.split('.').map((part) => part.split('=').map(decode)))
        : simple(rest, type, explode, decode);
  }
  if (style === 'matrix') {
    const parts = text
      .split(';')
      .filter(Boolean)
      .map((part) => part.split('='));
    if (explode && type === 'array') return parts.map(([, value]) => decode(value));
    if (explode && type === 'object')
      return Object.fromEntries(parts.map(([key, value]) => [decode(key), decode(value)]));
    return simple(parts.find(([key]) => decode(key) === name)?.[1] ?? '', type, explode, decode);
  }
  return simple(text, type, explode, decode);
};

/**
 * Gives strings from the wire their types: those of the value that was asked for, and of the schema where nothing was.
 * A string that differs from what was asked for stays as it is.
 */
export const coerce = (raw, asked, given, combine) => {
  const schema = combine(given);
  const type = typeOf(schema);
  const isList = Array.isArray(asked) || (asked === undefined && type === 'array');
  if (isList) {
    const isIndexed = typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => /^\d+$/.test(key));
    const list = Array.isArray(raw) ? raw : isIndexed ? Object.values(raw) : [raw];
    return list.map((item, index) => coerce(item, asked?.[index], schema.items ?? {}, combine));
  }
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return Object.fromEntries(
      Object.entries(raw).map(([key, member]) => {
        const { additionalProperties: more } = schema;
        const own = schema.properties?.[key] ?? (typeof more === 'object' ? more : {});
        return [key, coerce(member, asked?.[key], own, combine)];
      }),
    );
  }
  if (typeof raw !== 'string') return raw;
  if (asked !== undefined) return String(asked) === raw ? asked : raw;
  if ((type === 'integer' || type === 'number') && raw.trim() !== '' && Number.isFinite(Number(raw)))
    return Number(raw);
  return type === 'boolean' && (raw === 'true' || raw === 'false') ? raw === 'true' : raw;
};
