import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { UnsafeAddressError, isPublicAddress } from '@recourse/engine/network';
import type { Adapter } from '../../adapter/adapter.ts';
import { isLoopback, judgedLookup } from './judged-lookup.ts';
import type { Resolve } from './judged-lookup.ts';

export interface DestinationOptions {
  readonly allowPrivate: boolean;
  readonly resolve: Resolve | undefined;
}

/** Where the requests of an adapter go, and which addresses its host may lead to. */
export interface Destination {
  readonly origin: string;
  /** The path of the base, without a slash at its end. */
  readonly prefix: string;
  /** For sockets: what it answers is what is connected to. */
  readonly lookup: LookupFunction;
  /** Why nothing may be sent there. */
  readonly refusal: string | undefined;
}

const notPublic = 'the address of the API is not public, and the operator does not allow private addresses';

/**
 * Checks the base URL of an adapter. Its host must resolve to public addresses on every lookup, unless the base URL
 * itself names this machine or the operator allows private networks.
 */
export const readDestination = (
  { baseUrl, auth, operations }: Pick<Adapter, 'baseUrl' | 'auth' | 'operations'>,
  { allowPrivate, resolve }: DestinationOptions,
): Destination => {
  const { protocol, hostname, origin, pathname, username, password } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const loopback = host === 'localhost' || isLoopback(host);
  const place = { origin, prefix: pathname.replace(/\/+$/, '') };
  const refused = (refusal: string): Destination => ({ ...place, lookup: judgedLookup(() => false), refusal });
  if (protocol !== 'https:' && protocol !== 'http:')
    return refused('the address of the API uses neither http nor https');
  if (username || password) return refused('the address of the API contains credentials');
  const signs = [auth, ...operations.map((each) => each.auth)].some((each) => each && each.type !== 'none');
  if (signs && protocol !== 'https:' && !loopback) {
    return refused('credentials are sent over https only, except to this machine');
  }
  const accepts = loopback ? isLoopback : allowPrivate ? () => true : isPublicAddress;
  // Sockets look no address up: it is judged here, once.
  if (isIP(host) !== 0 && !accepts(host)) return refused(notPublic);
  return { ...place, lookup: judgedLookup(accepts, resolve), refusal: undefined };
};

/** Why a request that was not sent was not: its host led to an address that it must not lead to. */
export const addressRefusal = (thrown: unknown): string | undefined => {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return thrown instanceof UnsafeAddressError || cause instanceof UnsafeAddressError ? notPublic : undefined;
};
