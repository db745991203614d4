import { expect, it } from 'vitest';
import { spreadTimes } from './demo-times.ts';
import { createRandom } from './random.ts';

const days = 30;

it.each(['2026-11-22T16:20:00Z', '2027-03-01T00:00:00Z', '2028-02-29T23:59:59Z'])(
  'spreads times over the 30 days before %s, more of them in the evening and on weekends',
  (until) => {
    const end = Date.parse(until);
    const times = spreadTimes(createRandom(1), { count: 2_000, days, until: end });
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(end - days * 86_400_000);
    expect(times.at(-1)).toBeLessThanOrEqual(end);
    const share = (isIn: (time: Date) => boolean) =>
      times.filter((time) => isIn(new Date(time))).length / 2_000;
    expect(share((time) => time.getUTCHours() >= 18 && time.getUTCHours() < 22)).toBeGreaterThan(2 / 6);
    expect(share((time) => [0, 6].includes(time.getUTCDay()))).toBeGreaterThan(2 / 7);
  },
);

it('takes as many random values at any time', () => {
  const [first, second] = [createRandom(7), createRandom(7)];
  spreadTimes(first, { count: 10, days, until: Date.parse('2026-11-22T16:20:00Z') });
  spreadTimes(second, { count: 10, days, until: Date.parse('2027-01-01T01:00:00Z') });
  expect(first.next()).toBe(second.next());
});
