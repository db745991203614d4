import { Untested, type Clock } from '../check.ts';
import { readRetryAfter } from '../checks/limits/retry-after.ts';
import type { Exchange } from './exchange.ts';

/** Lets requests of one store through side by side, until its rate limit shows; then one after the other. */
export interface Turns {
  /** Sends, and sends again after the wait that a 429 asks for. Throws Untested when it never ends. */
  readonly send: (attempt: () => Promise<Exchange>) => Promise<Exchange>;
}

const widest = 16;
const mostAttempts = 4;
const longestWaitMs = 300_000;
const waitWhenUnreadableMs = 60_000;
const slackMs = 50;

/** `onWait` is told each wait in milliseconds. */
export function createTurns(clock: Clock, onWait: (milliseconds: number) => void): Turns {
  const waiting: (() => void)[] = [];
  let width = widest;
  let inFlight = 0;
  let pausedUntil = 0;

  const enter = async (): Promise<void> => {
    while (inFlight >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    inFlight += 1;
  };
  const leave = (): void => {
    inFlight -= 1;
    waiting.shift()?.();
  };
  const waitForTurn = async (): Promise<void> => {
    const wait = pausedUntil - clock.now();
    if (wait <= 0) return;
    onWait(wait);
    await clock.wait(wait);
  };
  const pause = (exchange: Exchange): void => {
    // A limited store gains nothing from requests side by side: all but one would be refused again.
    width = 1;
    const asked = readRetryAfter(exchange.headers['retry-after'], exchange.headers['date'], clock.now());
    const wait = asked.type === 'wait' ? asked.milliseconds : waitWhenUnreadableMs;
    if (wait > longestWaitMs)
      throw new Untested(`the rate limit asks for a wait of ${Math.round(wait / 1000)} s`);
    pausedUntil = Math.max(pausedUntil, clock.now() + wait + slackMs);
  };

  return {
    send: async (attempt) => {
      await enter();
      try {
        for (let count = 0; count < mostAttempts; count += 1) {
          await waitForTurn();
          const exchange = await attempt();
          if (exchange.status !== 429) return exchange;
          pause(exchange);
        }
        throw new Untested(
          `429 again after each of ${mostAttempts} waits of the length that Retry-After asked for`,
        );
      } finally {
        leave();
      }
    },
  };
}
