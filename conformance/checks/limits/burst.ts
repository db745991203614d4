import type { CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';

/** What came of many requests at once: how many were admitted until one was not, and the first that was not. */
export interface Burst {
  readonly admitted: number;
  /** The first that failed, by 429 or otherwise; undefined when none did. */
  readonly refused: Exchange | undefined;
  /** Which of the requests it was, from 1. */
  readonly refusedAt: number | undefined;
  /** From the first request to the last answer. */
  readonly durationMs: number;
}

/** How a burst is sent. */
export interface BurstPlan {
  readonly send: () => Promise<Exchange>;
  /** The limit, in requests a minute. */
  readonly limit: number;
  /** Where the burst stops if none fails. */
  readonly most: number;
}

const atOnce = 10;
const minute = 60_000;

/** How many requests a limit that refills evenly gives back within a time. */
function refilled(limit: number, durationMs: number): number {
  return Math.floor((durationMs * limit) / minute);
}

/** The most that a limit of N may admit in a burst that began with all N at hand. */
export function mostAdmitted(limit: number, durationMs: number): number {
  return limit + refilled(limit, durationMs);
}

/** Sends the first N side by side and the rest one by one, until one fails or the most that is asked for. */
export async function sendBurst(
  { clock }: Pick<CheckContext, 'clock'>,
  { send, limit, most }: BurstPlan,
): Promise<Burst> {
  const began = clock.now();
  let sent = 0;
  while (sent < most) {
    const wave = sent < limit ? Math.min(atOnce, limit - sent) : 1;
    const answers = await Promise.all(Array.from({ length: wave }, send));
    const refused = answers.find(({ status }) => status >= 400);
    if (refused !== undefined) {
      const admitted = sent + answers.filter(({ status }) => status < 400).length;
      return { admitted, refused, refusedAt: admitted + 1, durationMs: clock.now() - began };
    }
    sent += wave;
  }
  return { admitted: sent, refused: undefined, refusedAt: undefined, durationMs: clock.now() - began };
}
