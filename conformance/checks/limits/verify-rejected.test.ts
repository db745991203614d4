import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import { verifyRetryAfter } from './verify-rejected.ts';

const rejected = { status: 429, headers: { 'retry-after': '3' } } as unknown as Exchange;

/** The findings for a limit that admits requests again after so many milliseconds. */
async function findingsWhenOpenAfter(milliseconds: number): Promise<unknown[]> {
  const findings: unknown[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    wait: async (wait: number) => {
      now += wait;
    },
  };
  const context = { clock, report: (finding: unknown) => findings.push(finding) } as unknown as CheckContext;
  const send = async (): Promise<Exchange> => ({ ...rejected, status: now < milliseconds ? 429 : 200 });
  await verifyRetryAfter(context, rejected, send);
  return findings;
}

describe('verifyRetryAfter', () => {
  it('R-8-11 tolerates clocks that differ by up to a quarter of a second', async () => {
    expect(await findingsWhenOpenAfter(3_000)).toEqual([]);
    expect(await findingsWhenOpenAfter(3_250)).toEqual([]);
  });

  it('R-8-11 reports a limit that asks for too short a wait', async () => {
    expect(await findingsWhenOpenAfter(3_500)).toEqual([
      {
        requirement: 'R-8-11',
        expected: ['admitted-after-retry-after', 250, 3],
        actual: 'status 429 again',
      },
    ]);
  });
});
