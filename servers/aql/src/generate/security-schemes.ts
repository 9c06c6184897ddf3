import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { SingleAuth } from '../adapter/adapter.ts';
import type { Follow } from './document/references.ts';

/** A security scheme of the document, as adapters sign with it. */
export interface Scheme {
  readonly key: string;
  /** Undefined if it is not supported. */
  readonly auth?: SingleAuth;
  readonly note?: string;
}

/** The security schemes of a document, each with its own variables. Those that come to the same share them. */
export const readSchemes = (document: JsonObject, follow: Follow, adapter: string): readonly Scheme[] => {
  const components = isJsonObject(document['components']) ? document['components'] : {};
  const declared = isJsonObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const prefix = adapter.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const keys = new Map<string, string>();
  /** The first key has the plain name, as it is the only one of most documents. */
  const keyEnv = (place: string): string => {
    const known = keys.get(place) ?? `${prefix}_API_KEY${keys.size === 0 ? '' : `_${keys.size + 1}`}`;
    keys.set(place, known);
    return known;
  };
  return Object.entries(declared).map(([key, scheme]) => ({ key, ...toAuth(follow(scheme), prefix, keyEnv) }));
};

const toAuth = (
  scheme: JsonObject,
  prefix: string,
  keyEnv: (place: string) => string,
): { readonly auth?: SingleAuth; readonly note?: string } => {
  const { type, in: place, name } = scheme;
  const kind = typeof scheme['scheme'] === 'string' ? scheme['scheme'].toLowerCase() : '';
  const bearer = { type: 'bearer', tokenEnv: `${prefix}_TOKEN`, prefix: 'Bearer' } as const;
  if (type === 'http' && kind === 'bearer') return { auth: bearer };
  if (type === 'http' && kind === 'basic') {
    return { auth: { type: 'basic', usernameEnv: `${prefix}_USERNAME`, passwordEnv: `${prefix}_PASSWORD` } };
  }
  if (type === 'oauth2' || type === 'openIdConnect') {
    return { auth: bearer, note: `an access token is expected in ${prefix}_TOKEN; the ${type} flow itself is not run` };
  }
  const isPlace = place === 'header' || place === 'query' || place === 'cookie';
  if (type === 'apiKey' && isPlace && typeof name === 'string' && isName(name)) {
    return { auth: { type: 'api_key', keyEnv: keyEnv(`${place} ${name.toLowerCase()}`), in: place, name } };
  }
  return { note: type === 'apiKey' ? `a key in the ${String(place)}` : `${String(type)} ${kind}`.trim() };
};

const isName = (name: string): boolean => /^[\w!$'*+.^`|~-]{1,128}$/.test(name);
