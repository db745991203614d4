import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  databaseDeadline,
  DatabaseTimeout,
  withDatabaseDeadline,
  withinDeadline,
  withoutDatabaseDeadline,
} from './guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a request that has used up its deadline begins no further call', async () => {
  let calls = 0;
  const hang = (): Promise<never> => {
    calls += 1;
    return new Promise(() => {});
  };
  const errors = withDatabaseDeadline(async () => [
    await withinDeadline(hang).catch((error: unknown) => error),
    await withinDeadline(hang).catch((error: unknown) => error),
  ]);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(await errors).toEqual([expect.any(DatabaseTimeout), expect.any(DatabaseTimeout)]);
  expect(calls).toBe(1);
});

it('calls of a request at the same time count once, and the time between calls does not count', async () => {
  const take = (milliseconds: number) => () =>
    new Promise<string>((resolve) => void setTimeout(() => resolve('done'), milliseconds));
  const results = withDatabaseDeadline(async () => {
    const together = [withinDeadline(take(1_500)), withinDeadline(take(1_500)), withinDeadline(take(1_000))];
    await Promise.all(together);
    await take(60_000)();
    return [await withinDeadline(take(400)), await withinDeadline(take(400)).catch(String)];
  });
  await vi.advanceTimersByTimeAsync(65_000);
  expect(await results).toEqual([
    'done',
    'DatabaseTimeout: the database did not respond before the deadline',
  ]);
});

it('a part of a request with a deadline of its own has one as long as the request has', async () => {
  const left = withDatabaseDeadline(
    () => withDatabaseDeadline(() => (databaseDeadline() ?? 0) - performance.now()),
    60_000,
  );
  expect(left).toBe(60_000);
});

it('work that a request starts and does not wait for has no deadline, and the request keeps its own', async () => {
  const seen = withDatabaseDeadline(async () => {
    const background = withoutDatabaseDeadline(async () => {
      await Promise.resolve();
      return databaseDeadline();
    });
    return [await background, databaseDeadline()];
  });
  expect(await seen).toEqual([undefined, expect.any(Number)]);
});
