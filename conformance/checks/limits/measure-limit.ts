import type { CheckContext, Clock } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';

/** The result of many requests at once, until one fails. */
export interface Burst {
  /** How many succeeded. */
  readonly admitted: number;
  /** The first that failed, with 429 or another status; undefined when none did. */
  readonly rejected: Exchange | undefined;
  /** From the first request to the last response. */
  readonly durationMs: number;
}

export interface BurstPlan {
  /** Sends over a connection of the pool, or over the one of a name. */
  readonly send: (connection?: string) => Promise<Exchange>;
  /** The limit, in requests a minute. */
  readonly limit: number;
  /** How many requests to send if none fails. */
  readonly max: number;
  /** How many were admitted before the first burst, within its minute; none by default. */
  readonly before?: number;
}

const maxConcurrent = 10;
const minuteMs = 60_000;

/** The maximum that a limit of N admits in a burst: N, and what an evenly refilled limit gains during it. */
export function maxAdmitted(limit: number, durationMs: number): number {
  return limit + Math.floor((durationMs * limit) / minuteMs);
}

/**
 * Sends most of the first N requests concurrently and the rest one by one over one connection, until one fails or `max`
 * are sent: a part of the limit for each process of a service shows on the connection to one of them.
 */
export async function sendBurst(
  { clock }: Pick<CheckContext, 'clock'>,
  { send, limit, max }: BurstPlan,
): Promise<Burst> {
  const began = clock.now();
  let sent = 0;
  while (sent < max) {
    const left = limit - maxConcurrent - sent;
    const wave = left <= 0 ? 1 : Math.min(maxConcurrent, left);
    const connection = left <= 0 ? 'the end of a burst' : undefined;
    const exchanges = await Promise.all(Array.from({ length: wave }, () => send(connection)));
    const rejected = exchanges.find(({ status }) => status >= 400);
    if (rejected !== undefined) {
      const admitted = sent + exchanges.filter(({ status }) => status < 400).length;
      return { admitted, rejected, durationMs: clock.now() - began };
    }
    sent += wave;
  }
  return { admitted: sent, rejected: undefined, durationMs: clock.now() - began };
}

const maxConnections = 32;

/** Opens connections by requests without a key, which no limit counts: requests that come at once find them open. */
export async function openConnections(
  { client }: Pick<CheckContext, 'client'>,
  count: number,
): Promise<void> {
  const request = { method: 'GET', path: '/api/agents', credential: { type: 'none' }, raw: true } as const;
  const length = Math.min(count, maxConnections);
  await Promise.all(Array.from({ length }, () => client.send(request)));
}

/** Sends `max` requests at once, as far as connections allow, also beyond the first that fails. */
export async function sendAtOnce(
  { clock }: Pick<CheckContext, 'clock'>,
  { send, max }: BurstPlan,
): Promise<Burst> {
  const began = clock.now();
  const exchanges = await Promise.all(Array.from({ length: max }, () => send()));
  return {
    admitted: exchanges.filter(({ status }) => status < 400).length,
    rejected: exchanges.findLast(({ status }) => status >= 400),
    durationMs: clock.now() - began,
  };
}

/** What is known of a limit of N after the bursts. */
export type Measured =
  /** The first 429 came where it should. */
  | { readonly type: 'holds'; readonly rejected: Exchange }
  /** Requests of this kind are not limited. */
  | { readonly type: 'uncounted' }
  /** A request failed with a status other than 429. */
  | { readonly type: 'otherwise'; readonly rejected: Exchange; readonly admitted: number }
  | { readonly type: 'early'; readonly burst: Burst }
  | { readonly type: 'late'; readonly burst: Burst };

/** A minute without requests, and a moment. */
export const idleMs = 61_000;

function evaluate(burst: Burst, { limit, max }: BurstPlan, before: number): Measured {
  const { rejected, durationMs } = burst;
  const admitted = burst.admitted + before;
  if (rejected === undefined)
    return admitted >= max && max > 2 * limit ? { type: 'uncounted' } : { type: 'late', burst };
  if (rejected.status !== 429) return { type: 'otherwise', rejected, admitted };
  if (admitted < limit) return { type: 'early', burst };
  return admitted <= maxAdmitted(limit, durationMs) ? { type: 'holds', rejected } : { type: 'late', burst };
}

const maxBursts = 4;

/**
 * Measures whether requests of one kind are limited to N a minute. Another result is measured again after a minute
 * without requests, until two agree: the store may have been in use before the first burst, and a fixed window may
 * have ended within one.
 */
export async function measureLimit(context: Pick<CheckContext, 'clock'>, plan: BurstPlan): Promise<Measured> {
  let last: Measured | undefined;
  for (let bursts = 1; ; bursts += 1) {
    const measured = evaluate(await sendBurst(context, plan), plan, bursts === 1 ? (plan.before ?? 0) : 0);
    const settled =
      measured.type === 'holds' || measured.type === 'uncounted' || measured.type === last?.type;
    if (settled || bursts === maxBursts) return measured;
    last = measured;
    await context.clock.wait(idleMs);
  }
}

/** The requests that a store was admitted with, by the time of each. */
export interface Admissions {
  /** The same function, whose responses count. */
  readonly counted: (send: BurstPlan['send']) => BurstPlan['send'];
  /** The most that were sent and admitted within some 60 s. */
  readonly maxInAMinute: () => number;
}

export function countAdmissions({ now }: Clock): Admissions {
  const admitted: { readonly sentAt: number; readonly endedAt: number }[] = [];
  return {
    counted: (send) => async (connection) => {
      const sentAt = now();
      const exchange = await send(connection);
      if (exchange.status < 300) admitted.push({ sentAt, endedAt: now() });
      return exchange;
    },
    maxInAMinute: () => {
      const counts = admitted.map(
        (first) =>
          admitted.filter((one) => one.sentAt >= first.sentAt && one.endedAt <= first.sentAt + minuteMs)
            .length,
      );
      return Math.max(0, ...counts);
    },
  };
}
