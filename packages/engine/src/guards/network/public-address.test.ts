import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.251',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '100::1',
  'localhost',
  '0x7f.1',
  '',
])('takes %s for an address that is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  'takes %s for a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
