import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { DocumentError } from './document/document-error.ts';

/**
 * The URL of the API: the one given, else the first server of the document with its variables at their defaults.
 * Except on this machine, an unencrypted URL is accepted only if it was given explicitly and no credentials are sent.
 */
export const baseUrlOf = (
  document: JsonObject,
  { given, signs }: { readonly given: string | undefined; readonly signs: boolean },
): string => {
  if (given !== undefined) return tidy(given, '--base-url', !signs);
  const [first] = Array.isArray(document['servers']) ? (document['servers'] as readonly Json[]) : [];
  const url = serverUrl(first);
  if (url === undefined || url === '/') {
    throw new DocumentError('The document lists no absolute server URL. Set the URL of the API with --base-url.');
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    throw new DocumentError(`The document's server '${url}' is relative. Set the URL of the API with --base-url.`);
  }
  return tidy(url, "The document's server", false);
};

/** The address of a server with its variables filled in; undefined if there is none. */
export const serverUrl = (server: Json | undefined): string | undefined => {
  if (!isJsonObject(server) || typeof server['url'] !== 'string') return undefined;
  const variables = isJsonObject(server['variables']) ? server['variables'] : {};
  return server['url'].replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isJsonObject(variable) ? variable['default'] : undefined;
    return typeof value === 'string' ? value : whole;
  });
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const tidy = (text: string, what: string, mayBePlain: boolean): string => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const advice = 'Set the URL of the API with --base-url.';
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new DocumentError(`${what} '${text}' is not an HTTP URL. ${advice}`);
  }
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '') {
    throw new DocumentError(`${what} must be a plain URL without a user, a query or a fragment. ${advice}`);
  }
  if (address.protocol === 'http:' && !mayBePlain && !loopback.test(address.hostname)) {
    throw new DocumentError(`${what} '${text}' uses unencrypted http and is not on this machine. ${advice}`);
  }
  return address.href.replace(/\/+$/, '');
};
