import { ModelError } from './model-error.ts';

/** An endpoint that the operator allows, with the key that belongs to it. */
export interface AllowedEndpoint {
  /** The base address, or a prefix of it. */
  readonly url: string;
  /** The variable that holds the key, and its value if it is set. */
  readonly keyName?: string;
  readonly key?: string;
}

/** The endpoints that runs may use. `loopback` allows every endpoint on this machine, without a key. */
export interface ModelAccess {
  readonly endpoints: readonly AllowedEndpoint[];
  readonly loopback: boolean;
}

interface WantedEndpoint {
  readonly api_base_url: string;
  readonly api_key_env?: string | undefined;
}

/**
 * Finds the key for an endpoint that a run wants; undefined for an endpoint without one. Throws a ModelError if the
 * operator does not allow the endpoint, or does not allow this key there: a run cannot send a key to a host of its own.
 */
export const keyFor = ({ endpoints, loopback }: ModelAccess, wanted: WantedEndpoint): string | undefined => {
  const url = new URL(wanted.api_base_url);
  const allowed = endpoints.find((endpoint) => isBelow(url, new URL(endpoint.url)));
  if (!allowed && !(loopback && isLoopback(url.hostname))) throw new ModelError('endpoint_not_allowed');
  if (wanted.api_key_env === undefined) return undefined;
  if (allowed?.keyName !== wanted.api_key_env) throw new ModelError('key_not_allowed');
  if (!allowed.key) throw new ModelError('key_missing');
  return allowed.key;
};

const isBelow = (url: URL, prefix: URL): boolean =>
  url.origin === prefix.origin && withSlash(url.pathname).startsWith(withSlash(prefix.pathname));

const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/** Whether a host is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
