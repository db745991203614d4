import { z } from 'zod';
import type { components } from '../../generated/dashboard.d.ts';
import type { Keyring } from '../auth/keyring.ts';
import { newWebhookSecret } from '../auth/webhook-signature.ts';
import type { Config } from '../config/config.ts';
import type { Context, Database } from '../db/database.ts';
import { messageIdOf } from '../db/left-messages.ts';
import { requireCurrentMasterKey } from '../db/master-key.ts';
import { queueNotice } from '../db/notices.ts';
import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { publicAddress } from './connections.ts';
import { finishLeftMessage } from './left-messages.ts';
import { parseInput } from './parse-input.ts';

type Notices = components['schemas']['Notices'];

const maxListed = 20;

/** What needs the owners of a store, what was sent, and how notices reach a person of it. */
export function describeNotices(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, 'mail'> },
  { id: storeId }: StoreRecord,
  userId: string,
): Promise<Notices> {
  return database.reader(storeId).read(async (tables) => {
    const open = await tables('notices')
      .where({ done_at: null })
      .orderBy('sequence', 'desc')
      .limit(maxListed)
      .select('id', 'kind', 'subject', 'text', 'path', 'created_at');
    const deliveries = await tables('deliveries')
      .join('notices', { 'notices.store_id': 'deliveries.store_id', 'notices.id': 'deliveries.notice_id' })
      .orderBy('deliveries.sequence', 'desc')
      .limit(maxListed)
      .select('deliveries.id', 'subject', 'channel', 'recipient', 'delivered_at', 'next_attempt_at')
      .select({ queued_at: 'notices.created_at', error: 'last_error' });
    const webhook = await tables('webhooks').first();
    const member = await tables('memberships').where({ user_id: userId }).first();
    return {
      open,
      deliveries,
      sends_mail: config.mail !== null,
      wants_mail: member?.wants_notices ?? false,
      webhook_url: webhook?.url ?? null,
    };
  });
}

const webhookInput = z.object({ url: publicAddress });

/**
 * Posts notices of the store to an address, in place of the one before. Returns the secret that they are signed with: it is
 * shown once. Throws ServiceError `invalid_request` for an address that is not https, or not public.
 */
export async function setWebhook(
  context: Context,
  keyring: Pick<Keyring, 'sealText'>,
  input: z.input<typeof webhookInput>,
): Promise<string> {
  const { url } = parseInput(webhookInput, input);
  const { tables, storeId: store_id, now: created_at } = context;
  const [id, secret] = [newId('whk'), newWebhookSecret()];
  const sealed_secret = keyring.sealText(id, secret);
  await requireCurrentMasterKey(context.allStores, sealed_secret);
  await tables('webhooks').delete();
  await tables('webhooks').insert({ id, store_id, url, sealed_secret, created_at });
  await audit(context, { action: 'webhook.set', subject: id, detail: new URL(url).origin });
  return secret;
}

/** Nothing is posted any more. */
export async function removeWebhook(context: Context): Promise<void> {
  const removed = await context.tables('webhooks').delete();
  if (removed > 0) await audit(context, { action: 'webhook.removed' });
}

/** Whether notices go to a person of the store by mail; they do only to owners. */
export async function setWantsMail(context: Context, userId: string, wants_notices: boolean): Promise<void> {
  await context.tables('memberships').where({ user_id: userId }).update({ wants_notices });
  const detail = wants_notices ? 'wanted' : 'not wanted';
  await audit(context, { action: 'notices.mail_changed', subject: userId, detail });
}

/**
 * Takes a notice from the list of what needs the owner; that of a left message with the message. Throws ServiceError
 * `not_found`.
 */
export async function finishNotice(context: Context, id: string): Promise<void> {
  const notices = context.tables('notices').where({ id });
  const notice = await notices.clone().first('kind', 'dedupe_key', 'subject');
  if (notice === undefined) throw new ServiceError('not_found', 'notice not found');
  if (notice.kind === 'left_message') return finishLeftMessage(context, messageIdOf(notice.dedupe_key));
  await notices.update({ done_at: context.now });
  await audit(context, { action: 'notice.done', subject: id, detail: notice.subject });
}

/** Sends a notice that says nothing, to try where notices go. */
export async function queueTest(context: Context): Promise<void> {
  const subject = 'Test';
  const text = `${context.actor.name} tries where notices of this store go.`;
  await queueNotice(context, { kind: 'test', key: newId('ntc'), subject, text, path: 'settings/notices' });
}
