import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv4, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { UnsafeAddressError } from '@recourse/engine/network';

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveBySystem: Resolve = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** A lookup for sockets that refuses a host with any address that is not accepted. */
export const judgedLookup = (accepts: (address: string) => boolean, resolve = resolveBySystem): LookupFunction => {
  const find = callbackify(async (host: string) => {
    const addresses = await resolve(host);
    if (addresses.length === 0 || !addresses.every(accepts)) {
      throw new UnsafeAddressError('The host resolves to an address that is not allowed');
    }
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  });
  return (host, options, callback) =>
    find(host, (error, found) => {
      const [first] = found ?? [];
      if (options.all) callback(error, found ?? []);
      else callback(error, first?.address ?? '', first?.family);
    });
};

/** True for an address of this machine. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));
