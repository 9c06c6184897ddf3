import { expect, it } from 'vitest';
import { parseAddressRange } from './address-range.ts';

it.each([
  ['10.0.0.7', { address: '10.0.0.7', prefix: 32, family: 'ipv4' }],
  ['10.0.0.0/8', { address: '10.0.0.0', prefix: 8, family: 'ipv4' }],
  ['0.0.0.0/0', { address: '0.0.0.0', prefix: 0, family: 'ipv4' }],
  ['::1', { address: '::1', prefix: 128, family: 'ipv6' }],
  ['FD00::/8', { address: 'FD00::', prefix: 8, family: 'ipv6' }],
])('reads the range %s', (text, range) => {
  expect(parseAddressRange(text)).toEqual(range);
});

it.each([
  '',
  ' 10.0.0.7',
  '10.0.0.7 ',
  '10.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '::1/129',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  '[::1]',
  'localhost',
  '*',
])('rejects %j, which is not a range', (text) => {
  expect(parseAddressRange(text)).toBeUndefined();
});
