import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  type Attempt,
  type Channel,
  type ClaimedDelivery,
  claimDelivery,
  type DeliveryRecord,
  listDueDeliveries,
  settleDelivery,
} from '../db/notices.ts';
import { type Database, systemActor } from '../db/database.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import type { Metrics } from '../support/metrics.ts';
import { untilAborted } from '../support/until-aborted.ts';

/** Sends one delivery; rejects when the recipient may not have got it. */
export type Send = (delivery: ClaimedDelivery, signal: AbortSignal) => Promise<void>;

/** Another attempt would fail, too. Its message is for the people of the store. */
export class Undeliverable extends Error {
  override readonly name: string = 'Undeliverable';
}

/** Nobody is to get it any more, or no channel is set: nothing that an operator has to see to. */
export class Unwanted extends Undeliverable {
  override readonly name = 'Unwanted';
}

export interface SenderDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'deliveries'>;
  readonly channels: Readonly<Record<Channel, Send>>;
}

/** Sends what verbs queue (decision 0067). */
export interface Sender {
  /** Sends nothing new, and waits up to `graceMs` for what is on its way. */
  close(graceMs: number): Promise<void>;
}

const pollMs = 15_000;
/** Longer than an attempt takes. */
const attemptMs = 30_000;
const leaseMs = 2 * attemptMs;
/** Before the second attempt; each further one waits four times as long, the last one about a day and a half. */
const firstPauseMs = 30_000;
const maxAttempts = 8;

/** Sends at once what this process queues, and within 15 seconds what others do, or what a process has left. */
export function startSender(deps: SenderDeps): Sender {
  const stop = new AbortController();
  let running = Promise.resolve();
  let isWaiting = false;
  const wake = (): void => {
    if (isWaiting || stop.signal.aborted) return;
    isWaiting = true;
    running = running
      .then(() => {
        isWaiting = false;
        return sendDue(deps, stop.signal);
      })
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'notices were not sent; it is tried again in 15 s'),
      );
  };
  const timer = setInterval(wake, pollMs).unref();
  deps.database.onChange('deliveries', wake);
  wake();
  return {
    async close(graceMs) {
      clearInterval(timer);
      stop.abort();
      const grace = new AbortController();
      await Promise.race([running, pause(graceMs, undefined, { signal: grace.signal })]);
      grace.abort();
    },
  };
}

/** Sends every delivery whose time has come, until none is left or `signal` aborts. Rejects with errors of the database. */
export async function sendDue(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await listDueDeliveries(deps.database, timestamp(deps.clock));
    if (due.length === 0) return;
    await Promise.all(due.map((each) => deliver(deps, each)));
  }
}

async function deliver(deps: SenderDeps, due: DeliveryRecord): Promise<void> {
  const { database, channels, log, metrics } = deps;
  const claimed = await database.changeAll(systemActor, (context) => claimDelivery(context, due, leaseMs));
  if (claimed === undefined) return;
  const attempt = await attemptOf(claimed, channels[claimed.channel]);
  await database.changeAll(systemActor, (context) => settleDelivery(context, claimed, attempt));
  const { id, store_id, channel, attempts, notice } = claimed;
  if (attempt.error !== null && attempt.cause instanceof Unwanted) return;
  const outcome = outcomeOf(attempt);
  metrics.deliveries.inc({ channel, outcome });
  if (attempt.error === null) return;
  const details = { id, store_id, kind: notice.kind, channel, attempts, err: attempt.cause };
  log.warn(details, outcome === 'failed' ? 'a notice is sent again later' : 'a notice is given up');
}

function outcomeOf(attempt: Attempt): 'delivered' | 'failed' | 'given_up' {
  if (attempt.error === null) return 'delivered';
  return attempt.retryMs === null ? 'given_up' : 'failed';
}

async function attemptOf(delivery: ClaimedDelivery, send: Send): Promise<Attempt> {
  try {
    const signal = AbortSignal.timeout(attemptMs);
    await untilAborted(signal, send(delivery, signal));
    return { error: null };
  } catch (error) {
    const isLast = error instanceof Undeliverable || delivery.attempts >= maxAttempts;
    const retryMs = isLast ? null : firstPauseMs * 4 ** (delivery.attempts - 1);
    return { error: reasonOf(error), cause: error, retryMs };
  }
}

const maxReasonLength = 300;

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0]?.slice(0, maxReasonLength) ?? '';
}
