import type { Knex } from 'knex';
import type { MessageOutcome } from './records.ts';

/** How many of the latest replies have failed, and since when, ISO 8601. */
export interface LatestFailures {
  readonly failed: number;
  readonly of: number;
  readonly since: string;
}

const latestReplies = 5;
const dayMs = 86_400_000;

interface Reply {
  outcome: MessageOutcome;
  created_at: string;
}

/**
 * What failed of the store's latest replies in the 24 hours before `now` (ISO 8601): null unless two have, and more than
 * half. It began with the first failure after a complete reply, or on the day before these hours. A reply that its shopper
 * left says nothing of the model.
 */
export async function readLatestFailures(
  db: Knex,
  storeId: string,
  now: string,
): Promise<LatestFailures | null> {
  const from = new Date(Date.parse(now) - dayMs).toISOString();
  // A whole day: a longer outage, which its begin names, is another one once a day only.
  const earliest = new Date(Math.floor(Date.parse(from) / dayMs - 1) * dayMs).toISOString();
  const replies = (): Knex.QueryBuilder<Reply> =>
    db('messages as m')
      .join('replies as r', { 'r.store_id': 'm.store_id', 'r.message_id': 'm.id' })
      .where({ 'm.store_id': storeId, 'm.role': 'assistant', 'r.is_test': false });
  const newest = { column: 'm.created_at', order: 'desc' };
  const latest: Reply[] = await replies()
    .where('m.created_at', '>=', from)
    .whereNot('m.outcome', 'aborted')
    .orderBy([newest])
    .limit(latestReplies)
    .select('m.outcome', 'm.created_at');
  const failures = latest.filter(({ outcome }) => outcome !== 'complete');
  const oldest = failures.at(-1);
  if (oldest === undefined || failures.length < 2 || failures.length <= latest.length / 2) return null;
  const complete: Reply | undefined = await replies()
    .where('m.outcome', 'complete')
    .where('m.created_at', '<', oldest.created_at)
    .where('m.created_at', '>=', earliest)
    .orderBy([newest])
    .first('m.created_at');
  const first: Reply | undefined = await replies()
    .whereIn('m.outcome', ['failed', 'partial'])
    .where('m.created_at', '>', complete?.created_at ?? earliest)
    .orderBy('m.created_at')
    .first('m.created_at');
  return { failed: failures.length, of: latest.length, since: (first ?? oldest).created_at };
}
