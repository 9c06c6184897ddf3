import { BlockList, isIPv4, isIPv6 } from 'node:net';

// https://www.iana.org/assignments/iana-ipv4-special-registry, with the metadata service of one cloud at a public address.
const specialV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  specialV4.addSubnet(network, prefix, 'ipv4');
}

// Global unicast is 2000::/3 alone; everything that embeds an IPv4 address, tunnels or documents is taken out of it.
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  specialV6.addSubnet(network, prefix, 'ipv6');
}

/** True for an address of the public internet. An invalid address is not public. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
};
