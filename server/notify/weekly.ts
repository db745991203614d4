import type { Logger } from 'pino';
import { type Database, systemActor } from '../db/database.ts';
import { type Notice, queueNotice } from '../db/notices.ts';
import type { StoreRecord } from '../db/records.ts';
import { withoutHelp } from '../db/results.ts';
import {
  type Analytics,
  type AnalyticsDeps,
  type Figures,
  readAnalytics,
  readOverview,
} from '../services/analytics.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { addDays } from '../support/days.ts';
import { repeat, type Repeated } from '../support/repeat.ts';

export interface WeeklyDeps extends AnalyticsDeps {
  readonly log: Pick<Logger, 'warn'>;
}

const everyMs = 3_600_000;

/** Looks now and every hour what the stores' weeks have to say. `close` waits for the store in progress. */
export function startWeekly(deps: WeeklyDeps): Repeated {
  const look = async (signal: AbortSignal): Promise<void> => {
    await queueDoubled(deps, signal);
    await queueWeekly(deps, signal);
  };
  return repeat(everyMs, look, (error) =>
    deps.log.warn({ err: error }, 'weeks were not summed up; it is tried again in an hour'),
  );
}

/** Queues the summary of the last whole week (Monday to Sunday, UTC) in every store that had conversations in it. */
export async function queueWeekly(deps: WeeklyDeps, signal: AbortSignal): Promise<void> {
  const monday = addDays(mondayOf(deps.clock), -7);
  const key = `week ${monday}`;
  for (const store of await storesWithout(deps.database, key, monday)) {
    if (signal.aborted) return;
    const week = { from: monday, to: addDays(monday, 6), time_zone: 'UTC' };
    const summary = { ...summaryOf(await readAnalytics(deps, store, week), monday), key };
    await deps.database.change({ store, actor: systemActor }, (context) => queueNotice(context, summary));
  }
}

/**
 * Queues a notice in every store whose share without help in the last 7 days (UTC) is at least twice that of the 7 before:
 * one a week.
 */
export async function queueDoubled(deps: WeeklyDeps, signal: AbortSignal): Promise<void> {
  const key = `without help ${mondayOf(deps.clock)}`;
  const sixDaysAgo = addDays(timestamp(deps.clock).slice(0, 10), -6);
  for (const store of await storesWithout(deps.database, key, sixDaysAgo)) {
    if (signal.aborted) return;
    const { last_7_days: now, week_before: before } = await readOverview(deps, store, 'UTC');
    if (!hasDoubled(now, before)) continue;
    const text = `In the last 7 days the share of replies without help was ${percentOf(now)}; in the 7 days before, ${percentOf(before)}.`;
    const doubled = { subject: 'Twice as many replies without help', text, path: 'improve' };
    await deps.database.change({ store, actor: systemActor }, (context) =>
      queueNotice(context, { kind: 'without_help', key, ...doubled }),
    );
  }
}

function mondayOf(clock: Pick<Clock, 'now'>): string {
  const today = new Date(clock.now());
  // Sunday is 0.
  return addDays(today.toISOString().slice(0, 10), -((today.getUTCDay() + 6) % 7));
}

/** The stores without a notice of this key that had conversations in the 7 days from `from` on. */
function storesWithout(
  { readAll }: Pick<Database, 'readAll'>,
  key: string,
  from: string,
): Promise<StoreRecord[]> {
  return readAll(async (all) =>
    all('stores')
      .whereNotExists(all('notices').whereRaw('notices.store_id = stores.id').where({ dedupe_key: key }))
      .whereExists(
        all('conversations')
          .whereRaw('conversations.store_id = stores.id')
          .where('created_at', '>=', from)
          .where('created_at', '<', addDays(from, 7)),
      )
      .orderBy('sequence'),
  );
}

/** Fewer say nothing about a week. */
const minReplies = 20;

function summaryOf({ total, before, sales }: Analytics, monday: string): Omit<Notice, 'key'> {
  const week = `${monday} to ${addDays(monday, 6)}`;
  const compare = (of: (figures: Figures) => string): string =>
    `${of(total)} (the week before: ${of(before.total)})`;
  const lines = [
    `Conversations: ${compare(({ conversations }) => String(conversations))}`,
    `Replies: ${compare(({ replies }) => String(replies))}`,
    `Helped: ${compare(({ results }) => String(results.helped))}`,
    `Without help: ${compare(percentOf)}`,
    `Orders that a chat had a part in: ${sales.reduce((sum, { orders }) => sum + orders, 0)}`,
  ];
  return {
    kind: 'weekly_summary',
    subject: `Your week, ${week}`,
    text: lines.join('\n'),
    path: 'analytics',
  };
}

function percentOf(figures: Figures): string {
  return `${Math.round(100 * shareOf(figures))} %`;
}

function hasDoubled(now: Figures, before: Figures): boolean {
  const isEnough = now.replies >= minReplies && before.replies >= minReplies;
  return isEnough && shareOf(now) > 0 && shareOf(now) >= 2 * shareOf(before);
}

function shareOf({ results, replies }: Figures): number {
  return replies === 0 ? 0 : withoutHelp.reduce((sum, result) => sum + results[result], 0) / replies;
}
