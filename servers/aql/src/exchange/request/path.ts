import type { Json, JsonObject } from '@recourse/contract';
import type { Parameter, ParameterStyle } from '../../adapter/adapter.ts';
import { styleOf } from '../../adapter/parameter-style.ts';
import { encodeText, textOf } from './encode.ts';
import { unsafePath } from './refuse.ts';
import { expectWithout, partsOf } from './written-value.ts';
import type { Parts } from './written-value.ts';

const placeholder = /\{([^{}]+)\}/g;

/**
 * Fills in the placeholders of a path. A value is one segment or part of one, and cannot become another: it is
 * encoded always, and whatever some server could read as a step up or down the tree is refused.
 */
export const fillPath = (path: string, parameters: readonly Parameter[], given: JsonObject): string => {
  const named = parametersByName(parameters);
  return path
    .split('/')
    .map((segment) => fillSegment(segment, (used) => named.get(used) ?? undeclared(used), given))
    .join('/');
};

const undeclared = (name: string): Parameter => ({
  name,
  wireName: name,
  in: 'path',
  required: true,
  sensitive: false,
  schema: {},
});

/** Made once for an operation, and not for each of its calls. */
const known = new WeakMap<readonly Parameter[], ReadonlyMap<string, Parameter>>();

const parametersByName = (parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> => {
  const found = known.get(parameters);
  if (found) return found;
  // A parameter of the query may have the same name on the wire as one of the path.
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const made = new Map(inPath.flatMap((each) => [[each.wireName, each] as const, [each.name, each] as const]));
  known.set(parameters, made);
  return made;
};

/** Fills in placeholders that the file put into its own query, where a dot is a dot. */
export const fillQuery = (query: string, parameters: readonly Parameter[], given: JsonObject): string =>
  query.replace(placeholder, (_all, named: string) => {
    const name = parameters.find(({ wireName }) => wireName === named)?.name ?? named;
    return encodeText(name, textOf(name, given[name] ?? ''));
  });

const fillSegment = (segment: string, parameterOf: (used: string) => Parameter, given: JsonObject): string => {
  if (!segment.includes('{')) return segment;
  const used: string[] = [];
  let raw = '';
  let last = 0;
  let encoded = '';
  for (const match of segment.matchAll(placeholder)) {
    const parameter = parameterOf(match[1] ?? '');
    const between = segment.slice(last, match.index);
    const value = valueOf(parameter, given[parameter.name]);
    raw += between + value.raw;
    encoded += between + value.encoded;
    last = match.index + match[0].length;
    used.push(parameter.name);
  }
  const rest = segment.slice(last);
  if (isDots(raw + rest)) throw unsafePath(used.join(', '), 'it would become a dot segment of the path');
  return encoded + rest;
};

const valueOf = (parameter: Parameter, value: Json | undefined): { readonly raw: string; readonly encoded: string } => {
  const { name, wireName } = parameter;
  const { style, explode } = styleOf(parameter);
  const parts =
    style === 'json' && value !== undefined ? [{ text: JSON.stringify(value) }] : partsOf(parameter, value ?? '');
  if (parts.every(({ key, text }) => key === undefined && text === '')) throw unsafePath(name, 'it is empty');
  // A dot separates the parts of a label, and percent-encoding does not hide it.
  if (style === 'label' && explode && typeof value === 'object') expectWithout('.', name, parts);
  const raw = written(wireName, parts, { style, explode, encode: (text) => text });
  if (holdsDots(raw) || parts.some(({ text }) => holdsDots(text))) throw unsafePath(name, 'it contains a dot segment');
  return { raw, encoded: written(wireName, parts, { style, explode, encode: (text) => encodeText(name, text) }) };
};

interface Writing {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly encode: (text: string) => string;
}

/** `a,b` by default, `.a.b` for a label, `;name=a;name=b` for a matrix. */
const written = (wireName: string, parts: Parts, { style, explode, encode }: Writing): string => {
  const pair = ({ key, text }: Parts[number], sign: string): string =>
    key === undefined ? encode(text) : `${encode(key)}${sign}${encode(text)}`;
  const list = parts.map((part) => pair(part, explode ? '=' : ','));
  if (style === 'label') return `.${list.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return list.join(',');
  if (!explode) return `;${encode(wireName)}=${list.join(',')}`;
  return parts.map((part) => `;${part.key === undefined ? `${encode(wireName)}=` : ''}${pair(part, '=')}`).join('');
};

const isDots = (text: string): boolean => text === '.' || text === '..';

/** Servers decode before they split, some more than once; `\` separates on some of them. */
const holdsDots = (text: string): boolean => {
  let decoded = text;
  for (let depth = 0; depth < 4; depth += 1) {
    if (decoded.split(/[/\\]/).some((part) => isDots(part.trim()))) return true;
    const next = decoded.replace(/%(2e|2f|5c|25)/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return false;
    decoded = next;
  }
  // Encoded too many times to be legitimate.
  return true;
};
