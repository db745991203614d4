import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listConversationsBefore, removeConversations } from '../db/conversations.ts';
import { type Context, type Database, type ServiceContext, systemActor } from '../db/database.ts';
import { removeNoticesBefore } from '../db/notices.ts';
import { listStores } from '../db/stores.ts';
import { removeBefore } from '../db/widget-events.ts';
import type { Clock } from '../support/clock.ts';
import { repeat, type Repeated } from '../support/repeat.ts';

export interface RetentionDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** RETENTION_DAYS; null keeps every conversation. */
  readonly days: number | null;
}

const dayMs = 86_400_000;
const sweepEveryMs = 3_600_000;
const conversationsAtOnce = 50;
const eventsAtOnce = 500;
const noticeDays = 90;
/** Between two steps, for the writes of requests. */
const pauseMs = 50;

/**
 * Deletes conversations, with messages and replies, that began more than `days` ago, in every store, and events and
 * visits of the widget from before. Hourly sums stay. In steps of 50 and 500: none holds a lock for long. Returns how many were deleted;
 * an abort ends it after a step.
 */
export async function deleteExpired(
  { database, clock }: Pick<RetentionDeps, 'database' | 'clock'>,
  days: number,
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now() - days * dayMs).toISOString();
  let deleted = 0;
  for (const store of await listStores(database)) {
    while (!signal.aborted) {
      const ids = await listConversationsBefore(database.reader(store.id), before, conversationsAtOnce);
      if (ids.length === 0) break;
      const remove = (context: Context) => removeConversations(context, ids);
      deleted += await database.change({ store, actor: systemActor }, remove);
      await rest(signal);
    }
  }
  for (const table of ['widget_events', 'visits'] as const) {
    const remove = (context: ServiceContext) => removeBefore(context, table, before, eventsAtOnce);
    while (!signal.aborted && (await database.changeAll(systemActor, remove)) > 0) await rest(signal);
  }
  return deleted;
}

/** An abort ends it; the conditions of the loops report that. */
async function rest(signal: AbortSignal): Promise<void> {
  await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
}

/**
 * Deletes every hour the notices of before 90 days, and, now too where there is a limit, expired conversations. `close` waits
 * for the step in progress.
 */
export function startRetention(deps: RetentionDeps): Repeated {
  const { days, log, database, clock } = deps;
  if (days !== null) log.info({ days }, 'conversations older than RETENTION_DAYS are deleted');
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const before = new Date(clock.now() - noticeDays * dayMs).toISOString();
    await database.changeAll(systemActor, (context) => removeNoticesBefore(context, before));
    const deleted = days === null ? 0 : await deleteExpired(deps, days, signal);
    if (deleted > 0) log.info({ deleted }, 'expired conversations deleted');
  };
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'what has expired was not deleted; it is tried again in an hour');
  return repeat(sweepEveryMs, sweep, onError, { atOnce: days !== null });
}
