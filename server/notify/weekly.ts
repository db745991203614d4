import type { Logger } from 'pino';
import { type Context, type Database, systemActor } from '../db/database.ts';
import { type Notice, queueNotice } from '../db/notices.ts';
import type { StoreRecord } from '../db/records.ts';
import { withoutHelp } from '../db/results.ts';
import { type Analytics, type AnalyticsDeps, readAnalytics } from '../services/analytics.ts';
import { addDays } from '../support/days.ts';
import { repeat, type Repeated } from '../support/repeat.ts';

export interface WeeklyDeps extends AnalyticsDeps {
  readonly log: Pick<Logger, 'warn'>;
}

const everyMs = 3_600_000;

/** Looks now and every hour for stores whose last week is over and not summed up yet. `close` waits for the store in progress. */
export function startWeekly(deps: WeeklyDeps): Repeated {
  const look = (signal: AbortSignal): Promise<void> => queueWeekly(deps, signal);
  return repeat(everyMs, look, (error) =>
    deps.log.warn({ err: error }, 'weeks were not summed up; it is tried again in an hour'),
  );
}

/** Queues the summary of the last whole week (Monday to Sunday, UTC) in every store that had conversations in it. */
export async function queueWeekly(deps: WeeklyDeps, signal: AbortSignal): Promise<void> {
  const today = new Date(deps.clock.now());
  // Sunday is 0.
  const monday = addDays(today.toISOString().slice(0, 10), -((today.getUTCDay() + 6) % 7) - 7);
  for (const store of await storesToSum(deps.database, monday)) {
    if (signal.aborted) return;
    const week = { from: monday, to: addDays(monday, 6), time_zone: 'UTC' };
    const notices = noticesOf(await readAnalytics(deps, store, week), monday);
    const queueAll = async (context: Context) => {
      for (const notice of notices) await queueNotice(context, notice);
    };
    await deps.database.change({ store, actor: systemActor }, queueAll);
  }
}

const keyOf = (monday: string): string => `week ${monday}`;

function storesToSum({ readAll }: Pick<Database, 'readAll'>, monday: string): Promise<StoreRecord[]> {
  return readAll(async (all) =>
    all('stores')
      .whereNotExists(
        all('notices')
          .whereRaw('notices.store_id = stores.id')
          .where({ dedupe_key: keyOf(monday) }),
      )
      .whereExists(
        all('conversations')
          .whereRaw('conversations.store_id = stores.id')
          .where('created_at', '>=', monday)
          .where('created_at', '<', addDays(monday, 7)),
      )
      .orderBy('sequence'),
  );
}

type Total = Analytics['total'];

/** Fewer say nothing about a week. */
const minReplies = 20;

function noticesOf({ total, before, sales }: Analytics, monday: string): readonly Notice[] {
  const week = `${monday} to ${addDays(monday, 6)}`;
  const compare = (of: (figures: Total) => string): string =>
    `${of(total)} (the week before: ${of(before.total)})`;
  const share = compare((figures) => `${Math.round(100 * shareOf(figures))} %`);
  const lines = [
    `Conversations: ${compare(({ conversations }) => String(conversations))}`,
    `Replies: ${compare(({ replies }) => String(replies))}`,
    `Helped: ${compare(({ results }) => String(results.helped))}`,
    `Without help: ${share}`,
    `Orders that a chat had a part in: ${sales.reduce((sum, { orders }) => sum + orders, 0)}`,
  ];
  const summary: Notice = {
    kind: 'weekly_summary',
    key: keyOf(monday),
    subject: `Your week, ${week}`,
    text: lines.join('\n'),
    path: 'analytics',
  };
  if (!hasDoubled(total, before.total)) return [summary];
  const text = `From ${week}, the share of replies without help was ${share}.`;
  const doubled = { subject: 'Twice as many replies without help', text, path: 'improve' };
  return [{ kind: 'without_help', key: `without help ${monday}`, ...doubled }, summary];
}

function hasDoubled(now: Total, before: Total): boolean {
  const isEnough = now.replies >= minReplies && before.replies >= minReplies;
  return isEnough && shareOf(now) > 0 && shareOf(now) >= 2 * shareOf(before);
}

function shareOf({ results, replies }: Total): number {
  return replies === 0 ? 0 : withoutHelp.reduce((sum, result) => sum + results[result], 0) / replies;
}
