import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import { judgeWaiting } from './judge-refused.ts';

const refused = { status: 429, headers: { 'retry-after': '3' } } as unknown as Exchange;

/** What is found at a limit that lets requests in again so many milliseconds after it was asked. */
async function foundWhenOpenAfter(milliseconds: number): Promise<unknown[]> {
  const breaches: unknown[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    wait: async (wait: number) => {
      now += wait;
    },
  };
  const context = { clock, breach: (breach: unknown) => breaches.push(breach) } as unknown as CheckContext;
  const send = async (): Promise<Exchange> => ({ ...refused, status: now < milliseconds ? 429 : 200 });
  await judgeWaiting(context, refused, send);
  return breaches;
}

describe('coming back after Retry-After', () => {
  it('R-8-06 does not blame a limit for clocks that differ by less than a quarter of a second', async () => {
    expect(await foundWhenOpenAfter(3_000)).toEqual([]);
    expect(await foundWhenOpenAfter(3_250)).toEqual([]);
  });

  it('R-8-06 finds a limit that asks for too little', async () => {
    expect(await foundWhenOpenAfter(3_500)).toEqual([
      {
        requirement: 'R-8-06',
        expected: 'the next request admitted 250 ms after the 3 s of Retry-After',
        actual: 'status 429 again',
      },
    ]);
  });
});
