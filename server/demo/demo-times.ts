import type { Random } from './random.ts';

const hourMs = 3_600_000;

/** How busy a shop is: by hour of the day in UTC, and by day of the week from Sunday. */
const weightOfHour = [3, 2, 1, 1, 1, 1, 2, 4, 5, 6, 7, 8, 9, 8, 8, 8, 9, 11, 14, 17, 18, 16, 11, 6] as const;
const weightOfDay = [1.7, 0.9, 0.9, 1, 1, 1.1, 1.6] as const;

/** How many conversations the last day has for one of the first. */
const growth = 1.5;

/**
 * `count` times in milliseconds since the epoch, ascending, in the `days` days before `until`: more in the evening and on
 * weekends, and slowly more. Takes the same number of random values whatever `until` is.
 */
export function spreadTimes(
  random: Random,
  { count, days, until }: { readonly count: number; readonly days: number; readonly until: number },
): number[] {
  const hours = days * 24;
  const begin = until - hours * hourMs;
  const dayNoise = Array.from({ length: days }, () => random.between(0.75, 1.25));
  const weights = Array.from({ length: hours }, (_, hour) => {
    const time = new Date(begin + hour * hourMs);
    const trend = 1 + ((growth - 1) * hour) / hours;
    const weight = (weightOfHour[time.getUTCHours()] ?? 1) * (weightOfDay[time.getUTCDay()] ?? 1);
    return weight * trend * (dayNoise[Math.floor(hour / 24)] ?? 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [hour, passed] = [0, 0];
  return Array.from({ length: count }, (_, index) => {
    const target = ((index + random.next()) / count) * total;
    while (hour < hours - 1 && passed + (weights[hour] ?? 0) < target) {
      passed += weights[hour] ?? 0;
      hour += 1;
    }
    const part = Math.min(1, (target - passed) / (weights[hour] ?? 1));
    return Math.floor(begin + (hour + part) * hourMs);
  });
}
