import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './guarded-fetch.ts';

const inside = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '::7f00:1',
  '::a9fe:a9fe',
  '::ffff:0:7f00:1',
  '64:ff9b:1::7f00:1',
  '4000::1',
  'fec0::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'not an address',
];
const outside = [
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

describe('an address that a tool connection may call', () => {
  it.each(inside)('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(outside)('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it('gets the same result as IPv4 and as IPv4 inside IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
      }),
    );
  });
});
