import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv4, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { UnsafeAddressError } from '@recourse/engine/network';
import type { Resolve } from './destination.ts';

const resolveBySystem: Resolve = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** A lookup for `localhost`, which must be this machine whatever a hosts file says. */
export const loopbackLookup = (resolve: Resolve = resolveBySystem): LookupFunction => {
  const find = callbackify(async (host: string) => {
    const addresses = await resolve(host);
    if (addresses.length === 0 || !addresses.every(isLoopback)) {
      throw new UnsafeAddressError('The host does not lead to this machine');
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

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'));
