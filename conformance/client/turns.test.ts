import { describe, expect, it } from 'vitest';
import type { Clock } from '../check.ts';
import type { Exchange } from './exchange.ts';
import { createTurns } from './turns.ts';

/** A clock that a wait moves on at once. */
function quickClock(): Clock & { readonly waits: number[] } {
  let now = 1_000_000;
  const waits: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  return { now: () => now, wait, waits };
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Exchange {
  return { status, headers } as unknown as Exchange;
}

function turnsOver(clock: Clock) {
  const waited: number[] = [];
  return { turns: createTurns(clock, (milliseconds) => waited.push(milliseconds)), waited };
}

describe('a 429 is waited out and never handed on', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date',
      { 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' },
      9000,
    ],
    ['nothing that can be read', {}, 60_000],
  ])('with Retry-After as %s', async (_, headers, least) => {
    const clock = quickClock();
    const { turns, waited } = turnsOver(clock);
    const answers = [answer(429, headers), answer(200)];
    const exchange = await turns.send(async () => answers.shift() ?? answer(500));
    expect(exchange.status).toBe(200);
    expect(waited).toHaveLength(1);
    expect(waited[0]).toBeGreaterThanOrEqual(least);
    expect(waited[0]).toBeLessThan(least + 1000);
  });

  it('gives up on a target that never lets it in', async () => {
    const { turns } = turnsOver(quickClock());
    const sent = turns.send(async () => answer(429, { 'retry-after': '1' }));
    await expect(sent).rejects.toThrow('429 again');
  });

  it('does not wait for hours', async () => {
    const { turns } = turnsOver(quickClock());
    const sent = turns.send(async () => answer(429, { 'retry-after': '86400' }));
    await expect(sent).rejects.toThrow('wait of 86400 s');
  });
});

it('goes side by side until the limit shows, then one after the other', async () => {
  const { turns } = turnsOver(quickClock());
  let inFlight = 0;
  let widest = 0;
  let refusals = 1;
  const attempt = async (): Promise<Exchange> => {
    inFlight += 1;
    widest = Math.max(widest, inFlight);
    await Promise.resolve();
    inFlight -= 1;
    refusals -= 1;
    return refusals === 0 ? answer(429, { 'retry-after': '1' }) : answer(200);
  };
  const all = (): Promise<Exchange[]> => Promise.all(Array.from({ length: 8 }, () => turns.send(attempt)));
  expect((await all()).every(({ status }) => status === 200)).toBe(true);
  expect(widest).toBe(8);
  widest = 0;
  await all();
  expect(widest).toBe(1);
});
