import type { Config } from '../config/config.ts';
import { type Channel, type ClaimedDelivery, recipientsOf } from '../db/notices.ts';
import { type Database, systemActor } from '../db/database.ts';
import { allMembers } from '../db/users.ts';
import { createCode, requestedCodeMs } from '../services/users.ts';
import type { SendMail } from './mail.ts';
import { type Send, Unwanted } from './sender.ts';
import { type SignInLink, signInMail } from './sign-in-mail.ts';
import { postWebhook, type WebhookDeps } from './webhook.ts';

type LinkConfig = Pick<Config, 'dashboardHost' | 'publicUrl'>;

/** A page of a store in the dashboard; null where the service does not know the address that people reach it by. */
export function storeLink(
  { dashboardHost, publicUrl }: LinkConfig,
  storeId: string,
  path: string,
): string | null {
  const origin = dashboardHost === null ? publicUrl : `https://${dashboardHost}`;
  return origin === null ? null : `${origin}/dashboard/stores/${storeId}/${path}`;
}

export interface ChannelDeps extends WebhookDeps {
  readonly config: LinkConfig;
  readonly database: Pick<Database, 'reader' | 'changeAll'>;
  /** Null without SMTP_URL. */
  readonly sendMail: SendMail | null;
}

/** How a notice goes out by each channel, to whom it still concerns: people and webhooks may be removed meanwhile. */
export function createChannels(deps: ChannelDeps): Readonly<Record<Channel, Send>> {
  const { config, database, sendMail } = deps;
  return {
    async mail(delivery) {
      if (sendMail === null) throw new Unwanted('this service sends no mail: SMTP_URL is not set');
      const { id, recipient: to, notice, storeName } = delivery;
      if (notice.kind === 'sign_in_link') {
        await sendMail({ id, ...signInMail(config, await makeLink(database, delivery)) });
        return;
      }
      const recipients = await recipientsOf(database.reader(delivery.store_id));
      if (!recipients.some(({ recipient }) => recipient === to))
        throw new Unwanted(`${to} gets no notices now`);
      const subject = `${storeName}: ${notice.subject}`;
      await sendMail({ id, to, subject, text: mailText(config, delivery), replyTo: notice.reply_to });
    },
    async webhook(delivery) {
      const { store_id: storeId, notice } = delivery;
      const webhook = await database.reader(storeId).read(async (tables) => tables('webhooks').first());
      if (webhook === undefined) throw new Unwanted('the webhook was removed');
      await postWebhook(deps, webhook, delivery, storeLink(config, storeId, notice.path));
    },
  };
}

/** Each attempt has a link of its own. */
async function makeLink(
  database: ChannelDeps['database'],
  { recipient: to, store_id, storeName }: ClaimedDelivery,
): Promise<SignInLink> {
  const member = (await allMembers(database.reader(store_id))).find(({ email }) => email === to);
  if (member === undefined) throw new Unwanted(`${to} was removed`);
  const link = await database.changeAll(systemActor, (context) =>
    createCode(context, member.user_id, requestedCodeMs),
  );
  return { to, storeName, ...link };
}

function mailText(config: LinkConfig, { notice, storeName, store_id: storeId }: ClaimedDelivery): string {
  const settings = storeLink(config, storeId, 'settings/notices');
  return [
    notice.text,
    storeLink(config, storeId, notice.path),
    `You get this mail as an owner of ${storeName}. To change that: ${settings}`,
  ].join('\n\n');
}
