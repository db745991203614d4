import { expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { admit, limitOf, networkOf } from './rate-limit.ts';

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

it('admits 100 attempts a minute to sign in to an account from all networks together', async () => {
  const limiter = createMemoryRateLimiter({ ...systemClock, monotonic: () => 0 });
  const attempt = (network: number) =>
    admit(limiter, limitOf.signInTo('ana@shop.example', `192.0.2.${network}`));
  for (let count = 0; count < 100; count += 1) await attempt(count % 10);
  await expect(attempt(11)).rejects.toMatchObject({ code: 'rate_limited' });
});
