import { later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import type { Context, Database, ServiceContext, StoreReader } from './database.ts';

export type NoticeKind =
  | 'outage'
  | 'spending_cap'
  | 'import_failed'
  | 'source_overdue'
  | 'without_help'
  | 'weekly_summary'
  | 'left_message'
  | 'sign_in_link'
  | 'test';

export type Channel = 'mail' | 'webhook';

/** What the owners of a store have to know. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Names the occasion: a store has one notice of a key, whoever queues it, and how often. */
  readonly key: string;
  /** One line, the subject of the mail. */
  readonly subject: string;
  /** Plain text, without the link. */
  readonly text: string;
  /** The page of the dashboard that it is about, below the store: `conversations/cnv_...`. */
  readonly path: string;
  /** Who gets the response to the mail: an e-mail address. */
  readonly replyTo?: string;
  /** The one person who gets it, by mail: an e-mail address. Without it: the owners and the webhook. */
  readonly to?: string;
}

export interface NoticeRecord extends Omit<Notice, 'key' | 'replyTo' | 'to'> {
  readonly id: string;
  readonly store_id: string;
  readonly dedupe_key: string;
  readonly reply_to: string | null;
  readonly created_at: string;
  /** When a person has dealt with it. */
  readonly done_at: string | null;
  readonly sequence?: number;
}

/** A notice on its way to one recipient. */
export interface DeliveryRecord {
  readonly id: string;
  readonly store_id: string;
  readonly notice_id: string;
  readonly channel: Channel;
  /** An e-mail address, or the address of the webhook. */
  readonly recipient: string;
  readonly attempts: number;
  /** Before it nobody sends; null: delivered or given up. */
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
  /** Of the last attempt, for the people of the store. */
  readonly last_error: string | null;
  readonly sequence?: number;
}

/** Where notices of a store are posted. */
export interface WebhookRecord {
  readonly id: string;
  readonly store_id: string;
  readonly url: string;
  /** Of `Keyring.sealText`: what the requests are signed with. */
  readonly sealed_secret: string;
  readonly created_at: string;
  readonly sequence?: number;
}

/** Not in the list of what needs the owner: what needs nobody, and an outage, which is shown while it lasts. */
const informs: readonly NoticeKind[] = ['outage', 'weekly_summary', 'test', 'sign_in_link'];

/**
 * Keeps a notice and its deliveries, in the transaction of what it is about: both are kept, or none. It goes to the owners
 * who want mail, and to the webhook of the store. Returns false, and does nothing, where the store has a notice of this
 * key. To withdraw one with what is not delivered, delete its row: `tables('notices').where({ dedupe_key })`.
 */
export async function queueNotice(context: Context, notice: Notice): Promise<boolean> {
  const { tables, storeId: store_id, now } = context;
  const { key: dedupe_key, replyTo: reply_to = null, to, ...words } = notice;
  const done_at = informs.includes(notice.kind) ? now : null;
  const record = { id: newId('ntc'), store_id, dedupe_key, reply_to, created_at: now, done_at, ...words };
  const inserting = tables('notices').insert(record).onConflict(['store_id', 'dedupe_key']).ignore();
  if ((await inserting.returning('id')).length === 0) return false;
  const common = { store_id, notice_id: record.id, attempts: 0, next_attempt_at: now };
  const recipients =
    to === undefined ? await recipientsOf(context) : [{ channel: 'mail', recipient: to } as const];
  const deliveries = recipients.map((recipient) => ({
    ...common,
    ...recipient,
    id: newId('dlv'),
    delivered_at: null,
    last_error: null,
  }));
  if (deliveries.length > 0) await tables('deliveries').insert(deliveries);
  return true;
}

/** To whom notices of a store go now: the owners who want mail, and its webhook. */
export function recipientsOf(reader: StoreReader): Promise<Pick<DeliveryRecord, 'channel' | 'recipient'>[]> {
  return reader.read(async (tables) => {
    const emails: string[] = await tables('memberships')
      .join('users', 'users.id', 'memberships.user_id')
      .where({ role: 'owner', wants_notices: true })
      .orderBy('memberships.sequence')
      .pluck('users.email');
    const urls = await tables('webhooks').pluck('url');
    return [
      ...emails.map((recipient) => ({ channel: 'mail' as const, recipient })),
      ...urls.map((recipient) => ({ channel: 'webhook' as const, recipient })),
    ];
  });
}

/** A delivery that this process sends: until its lease ends, no other one does. */
export interface ClaimedDelivery extends DeliveryRecord {
  readonly notice: NoticeRecord;
  readonly storeName: string;
}

const maxAtOnce = 10;

/** Some of the deliveries whose time has come, those first that have failed least: a dead webhook keeps nobody waiting. */
export function listDueDeliveries(
  { readAll }: Pick<Database, 'readAll'>,
  now: string,
): Promise<DeliveryRecord[]> {
  return readAll(async (all) =>
    all('deliveries')
      .where('next_attempt_at', '<=', now)
      .orderBy(['attempts', 'next_attempt_at'])
      .limit(maxAtOnce),
  );
}

/** Takes a due delivery for `leaseMs`; undefined where another process has taken it, or it is withdrawn. */
export async function claimDelivery(
  { allStores, now }: ServiceContext,
  due: DeliveryRecord,
  leaseMs: number,
): Promise<ClaimedDelivery | undefined> {
  const { id, store_id, notice_id, next_attempt_at } = due;
  const attempts = due.attempts + 1;
  const lease = { attempts, next_attempt_at: later(now, leaseMs) };
  if ((await allStores('deliveries').where({ store_id, id, next_attempt_at }).update(lease)) === 0)
    return undefined;
  const notice = await allStores('notices').where({ store_id, id: notice_id }).first();
  const store = await allStores('stores').where({ id: store_id }).first('name');
  if (notice === undefined || store === undefined) return undefined;
  return { ...due, ...lease, notice, storeName: store.name };
}

/** How an attempt ended: without an error it is delivered; `retryMs` is null for the last attempt, `cause` is for the log. */
export type Attempt =
  | { readonly error: null }
  | { readonly error: string; readonly cause: unknown; readonly retryMs: number | null };

/** Stores how an attempt ended. A failure changes nothing once the lease has ended and another process has tried. */
export async function settleDelivery(
  { allStores, now }: ServiceContext,
  { store_id, id, attempts }: DeliveryRecord,
  attempt: Attempt,
): Promise<void> {
  const delivery = allStores('deliveries').where({ store_id, id });
  if (attempt.error === null) {
    await delivery.update({ delivered_at: now, next_attempt_at: null, last_error: null });
    return;
  }
  const { error: last_error, retryMs } = attempt;
  const next_attempt_at = retryMs === null ? null : later(now, retryMs);
  await delivery.where({ attempts, delivered_at: null }).update({ next_attempt_at, last_error });
}

/** Removes notices of all stores from before a time (ISO 8601), with their deliveries. */
export async function removeNoticesBefore({ allStores }: ServiceContext, before: string): Promise<void> {
  await allStores('notices').where('created_at', '<', before).delete();
}
