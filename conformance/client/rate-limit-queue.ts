import { Untested, type Clock } from '../check.ts';
import type { Exchange } from '../exchange.ts';

/** What a Retry-After header asks for: a wait in milliseconds, or why it is malformed. */
type RetryAfter =
  | { readonly type: 'wait'; readonly milliseconds: number; readonly form: 'seconds' | 'date' }
  | { readonly type: 'malformed'; readonly reason: string };

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads Retry-After in both forms of HTTP: whole seconds, or a date. A date is relative to the Date header of the
 * same response, or else to `localNow` in Unix milliseconds, so that the clocks need not agree.
 */
export function readRetryAfter({ headers }: Pick<Exchange, 'headers'>, localNow: number): RetryAfter {
  const value = headers['retry-after'];
  if (value === undefined) return { type: 'malformed', reason: 'no Retry-After header' };
  const text = value.trim();
  if (/^\d+$/.test(text)) return { type: 'wait', milliseconds: Number(text) * 1000, form: 'seconds' };
  if (!httpDate.test(text) || Number.isNaN(Date.parse(text))) {
    const reason = `Retry-After is neither whole seconds nor an HTTP date: ${text.slice(0, 60)}`;
    return { type: 'malformed', reason };
  }
  const sentAt = Date.parse(headers['date'] ?? '');
  const now = Number.isNaN(sentAt) ? localNow : sentAt;
  return { type: 'wait', milliseconds: Math.max(0, Date.parse(text) - now), form: 'date' };
}

type Responded = Pick<Exchange, 'status' | 'headers'>;

/** Sends the requests of one store concurrently until its rate limit shows, then one after the other. */
export interface RateLimitQueue {
  /** Sends, and sends again after the wait that a 429, or a 503 with Retry-After, asks for. Throws Untested after four. */
  readonly send: <T extends Responded>(attempt: () => Promise<T>) => Promise<T>;
}

const initialConcurrency = 16;
const maxAttempts = 4;
const maxWaitMs = 300_000;
const defaultWaitMs = 60_000;
const slackMs = 50;

/** Whether a response only asks to come back later. */
export function asksToWait({ status, headers }: Responded): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

/** What the queues of one run share: whether waiting did not help one of them. */
export interface Patience {
  gaveUp: boolean;
}

export function createRateLimitQueue(clock: Clock, shared: Patience = { gaveUp: false }): RateLimitQueue {
  const waiting: (() => void)[] = [];
  let concurrency = initialConcurrency;
  let inFlight = 0;
  let pausedUntil = 0;
  let gaveUp = false;
  let succeeded = false;

  // Where waiting did not help, a request is sent once only: a target that always returns 429 ends soon.
  const isHopeless = (): boolean => gaveUp || (shared.gaveUp && !succeeded);
  const acquire = async (): Promise<void> => {
    while (inFlight >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    inFlight += 1;
  };
  const release = (): void => {
    inFlight -= 1;
    waiting.shift()?.();
  };
  const waitWhilePaused = async (): Promise<void> => {
    const wait = pausedUntil - clock.now();
    if (wait > 0) await clock.wait(wait);
  };
  const pause = (response: Responded): void => {
    // Concurrent requests gain nothing at the limit: all but one would be rejected again.
    concurrency = 1;
    const asked = readRetryAfter(response, clock.now());
    const wait = asked.type === 'wait' ? asked.milliseconds : defaultWaitMs;
    if (wait > maxWaitMs)
      throw new Untested(`status ${response.status} asks for a wait of ${Math.round(wait / 1000)} s`);
    pausedUntil = Math.max(pausedUntil, clock.now() + wait + slackMs);
  };

  return {
    send: async (attempt) => {
      await acquire();
      let isAlone = concurrency === 1;
      try {
        for (let count = 1; ; count += 1) {
          if (!isHopeless()) await waitWhilePaused();
          const response = await attempt();
          if (!asksToWait(response)) {
            gaveUp = false;
            succeeded = true;
            return response;
          }
          pause(response);
          if (count === maxAttempts || isHopeless()) {
            gaveUp = true;
            shared.gaveUp = true;
            throw new Untested(`status ${response.status} again after the waits that Retry-After asked for`);
          }
          if (isAlone) continue;
          // Those that were rejected together would exceed the limit together again.
          release();
          await acquire();
          isAlone = true;
        }
      } finally {
        release();
      }
    },
  };
}
