import type { Config } from '../config/config.ts';
import type { Channel, ClaimedDelivery } from '../db/notices.ts';
import type { Database } from '../db/database.ts';
import type { SendMail } from './mail.ts';
import { type Send, Undeliverable } from './sender.ts';
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
  readonly database: Pick<Database, 'reader'>;
  /** Null without SMTP_URL. */
  readonly sendMail: SendMail | null;
}

/** How a notice goes out by each channel. */
export function createChannels(deps: ChannelDeps): Readonly<Record<Channel, Send>> {
  const { config, database, sendMail } = deps;
  return {
    async mail(delivery) {
      if (sendMail === null) throw new Undeliverable('this service sends no mail: SMTP_URL is not set');
      const { id, recipient: to, notice, storeName } = delivery;
      const subject = `${storeName}: ${notice.subject}`;
      await sendMail({ id, to, subject, text: mailText(config, delivery), replyTo: notice.reply_to });
    },
    async webhook(delivery) {
      const { store_id: storeId, notice } = delivery;
      const webhook = await database.reader(storeId).read(async (tables) => tables('webhooks').first());
      if (webhook === undefined) throw new Undeliverable('the webhook was removed');
      await postWebhook(deps, webhook, delivery, storeLink(config, storeId, notice.path));
    },
  };
}

function mailText(config: LinkConfig, { notice, storeName, store_id: storeId }: ClaimedDelivery): string {
  const settings = storeLink(config, storeId, 'settings/notices');
  return [
    notice.text,
    storeLink(config, storeId, notice.path),
    `You get this mail as an owner of ${storeName}. To change that: ${settings}`,
  ].join('\n\n');
}
