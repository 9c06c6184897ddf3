import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { GuardSettings } from '../guard.ts';
import { isPublicAddress } from './public-address.ts';

/** Thrown where a host leads to an address that is not public, or to none. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError';
  readonly code = 'ERR_UNSAFE_ADDRESS';
}

type Resolve = NonNullable<GuardSettings['lookup']>;

const resolveBySystem: Resolve = async (host) => {
  const found = await systemLookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** All addresses of a host. One that is not public spoils the rest: which one is used is not ours to say. */
export const publicAddresses = async (host: string, resolve: Resolve = resolveBySystem): Promise<readonly string[]> => {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new UnsafeAddressError('The host has no address');
  if (!addresses.every(isPublicAddress))
    throw new UnsafeAddressError('The host resolves to an address that is not public');
  return addresses;
};

/**
 * A `lookup` for sockets, so that the addresses that are judged are the addresses that are connected to: a name
 * that changes its address after the check gains nothing.
 */
export const checkedLookup =
  (admit: (host: string) => void, resolve?: Resolve): LookupFunction =>
  (host, options, callback) => {
    const wanted = familyOf(options.family);
    const answer = async (): Promise<readonly LookupAddress[]> => {
      admit(host);
      const found = (await publicAddresses(host, resolve)).map(toLookupAddress);
      const fitting = wanted ? found.filter(({ family }) => family === wanted) : found;
      if (fitting.length === 0) throw new UnsafeAddressError('The host has no address of the requested family');
      return fitting;
    };
    callbackify(answer)((error, found) => {
      const [first] = found ?? [];
      if (options.all) callback(error, [...(found ?? [])]);
      else callback(error, first?.address ?? '', first?.family);
    });
  };

const toLookupAddress = (address: string): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 });

const familyOf = (family: number | 'IPv4' | 'IPv6' | undefined): 4 | 6 | undefined => {
  if (family === 4 || family === 'IPv4') return 4;
  return family === 6 || family === 'IPv6' ? 6 : undefined;
};
