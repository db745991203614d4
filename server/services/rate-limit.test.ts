import { expect, it } from 'vitest';
import { networkOf } from './rate-limit.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['unknown', 'unknown'],
])('R-4.5-10 the visitor limit counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
