import type { Context } from '../db/database.ts';
import { readLatestFailures } from '../db/latest-failures.ts';
import { type Notice, queueNotice } from '../db/notices.ts';
import { readSpending } from '../db/store-spending.ts';
import type { NewMessage } from '../db/records.ts';

/** Queues what a reply that has just been stored means for the owners, and returns what is new. A line of its verb. */
export async function queueReplyNotices(context: Context, reply: NewMessage): Promise<readonly Notice[]> {
  const found = [await outageOf(context, reply), await capOf(context, reply)].filter(
    (notice) => notice !== null,
  );
  const queued: Notice[] = [];
  for (const notice of found) if (await queueNotice(context, notice)) queued.push(notice);
  return queued;
}

/** Its occasion begins with the first failure since a complete reply. */
async function outageOf(
  { allStores, storeId }: Context,
  { outcome, created_at }: NewMessage,
): Promise<Notice | null> {
  if (outcome !== 'failed' && outcome !== 'partial') return null;
  const failures = await readLatestFailures(allStores, storeId, created_at);
  if (failures === null) return null;
  const { failed, of, since } = failures;
  return {
    kind: 'outage',
    key: `outage ${since}`,
    subject: 'Replies fail',
    text: `The model has failed for ${failed} of the last ${of} questions, since ${minuteOf(since)}.`,
    path: 'conversations?result=failed',
  };
}

/** Of the cap that is set now: another one is another occasion. */
async function capOf(context: Context, { created_at }: NewMessage): Promise<Notice | null> {
  const cap = context.store.monthly_cap_micros;
  if (cap === null) return null;
  const spent = await readSpending(context, created_at);
  const percent = [100, 80].find((each) => spent * 100 >= cap * each);
  if (percent === undefined) return null;
  const month = created_at.slice(0, '2026-11'.length);
  const effect = 'the assistant says to shoppers that it cannot reply until the month ends.';
  return {
    kind: 'spending_cap',
    key: `cap ${month} ${cap} ${percent}`,
    subject: `${percent} % of the spending cap`,
    text:
      `Replies have cost ${dollars(spent)} of ${dollars(cap)} this month (UTC). ` +
      (percent === 100 ? `The cap is reached: ${effect}` : `When it is reached, ${effect}`),
    path: 'settings/plan',
  };
}

function dollars(micros: number): string {
  return `$${(micros / 1e6).toFixed(2)}`;
}

function minuteOf(at: string): string {
  return `${at.slice(0, '2026-11-22T16:45'.length).replace('T', ' ')} UTC`;
}
