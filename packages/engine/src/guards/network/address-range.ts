import { isIP } from 'node:net';

/** An IP address, or a network in CIDR notation. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const bits = { ipv4: 32, ipv6: 128 } as const;

/**
 * Parses `10.0.0.7`, `10.0.0.0/8`, `::1` or `fd00::/8`; undefined if it is neither. An IPv4 address mapped into IPv6
 * has to be written as IPv4, and a zone (`%eth0`) cannot be part of a range.
 */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  const [, address = '', length] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/iu.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || /^::ffff:[\d.]+$/iu.test(address)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const prefix = length === undefined ? bits[family] : Number(length);
  return prefix > bits[family] ? undefined : { address, prefix, family };
};
