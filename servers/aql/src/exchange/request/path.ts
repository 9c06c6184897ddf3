import type { Json, JsonObject } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { encodeText, textOf } from './encode.ts';
import { unsafePath } from './refuse.ts';

const placeholder = /\{([^{}]+)\}/g;

/**
 * Fills in the placeholders of a path. A value is one segment or part of one, and cannot become another: it is
 * encoded always, and whatever some server could read as a step up or down the tree is refused.
 */
export const fillPath = (path: string, parameters: readonly Parameter[], given: JsonObject): string => {
  const names = namesOf(parameters);
  return path
    .split('/')
    .map((segment) => fillSegment(segment, (named) => names.get(named) ?? named, given))
    .join('/');
};

/** Made once for an operation, and not for each of its calls. */
const knownNames = new WeakMap<readonly Parameter[], ReadonlyMap<string, string>>();

const namesOf = (parameters: readonly Parameter[]): ReadonlyMap<string, string> => {
  const known = knownNames.get(parameters);
  if (known) return known;
  const names = new Map(parameters.flatMap(({ name, wireName }) => [[wireName, name] as const, [name, name] as const]));
  knownNames.set(parameters, names);
  return names;
};

/** Fills in placeholders that the file put into its own query, where a dot is a dot. */
export const fillQuery = (query: string, parameters: readonly Parameter[], given: JsonObject): string =>
  query.replace(placeholder, (_all, named: string) => {
    const name = parameters.find(({ wireName }) => wireName === named)?.name ?? named;
    return encodeText(name, textOf(name, given[name] ?? ''));
  });

const fillSegment = (segment: string, nameOf: (named: string) => string, given: JsonObject): string => {
  if (!segment.includes('{')) return segment;
  const used: string[] = [];
  let raw = '';
  let last = 0;
  let encoded = '';
  for (const match of segment.matchAll(placeholder)) {
    const name = nameOf(match[1] ?? '');
    const between = segment.slice(last, match.index);
    const value = valueOf(name, given[name]);
    raw += between + value.raw;
    encoded += between + value.encoded;
    last = match.index + match[0].length;
    used.push(name);
  }
  const rest = segment.slice(last);
  if (isDots(raw + rest)) throw unsafePath(used.join(', '), 'it would be a dot segment of the path');
  return encoded + rest;
};

const valueOf = (name: string, value: Json | undefined): { readonly raw: string; readonly encoded: string } => {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value ?? ''];
  const texts = items.map((item) => textOf(name, item));
  const raw = texts.join(',');
  if (raw === '') throw unsafePath(name, 'it is empty');
  if (holdsDots(raw)) throw unsafePath(name, 'it holds a dot segment');
  return { raw, encoded: texts.map((text) => encodeText(name, text)).join(',') };
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
  // Encoded so often that nobody means it.
  return true;
};
