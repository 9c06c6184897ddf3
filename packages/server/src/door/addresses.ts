import { BlockList, isIP } from 'node:net';
import { parseAddressRange } from '@recourse/engine/network';

/** Whether an address, or the name `localhost`, is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '127.0.0.1' ||
  address === '::1' ||
  address === 'localhost' ||
  /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/iu.test(address);

/** Whether an address to listen on stands for every address of this machine. */
export const isEveryAddress = (address: string): boolean => /^(?:0+(?:\.0+){3}|[0:]*::[0:]*)$/u.test(address);

/** Writes an address in one form: IPv4 that is mapped into IPv6 as IPv4, and without a zone. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/iu, '').replace(/%.*$/u, '');

/** A set of addresses and networks. */
export interface AddressSet {
  /** Whether a plain address is in the set. Anything that is not an address is not. */
  has(address: string): boolean;
}

/** Creates a set of IP addresses and CIDR ranges. Throws a TypeError for anything else. */
export const createAddressSet = (ranges: readonly string[]): AddressSet => {
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseAddressRange(text);
    if (!range) throw new TypeError(`'${text.slice(0, 64)}' is not an IP address or a CIDR range`);
    list.addSubnet(range.address, range.prefix, range.family);
  }
  return {
    has: (address) => {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
    },
  };
};
