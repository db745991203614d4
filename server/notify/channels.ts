import type { Config } from '../config/config.ts';
import type { Channel, ClaimedDelivery } from '../db/notices.ts';
import type { SendMail } from './mail.ts';
import { type Send, Undeliverable } from './sender.ts';

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

/** How a notice goes out by each channel. `sendMail` is null without SMTP_URL. */
export function createChannels(
  config: LinkConfig,
  sendMail: SendMail | null,
): Readonly<Record<Channel, Send>> {
  return {
    async mail(delivery) {
      if (sendMail === null) throw new Undeliverable('this service sends no mail: SMTP_URL is not set');
      const { id, recipient: to, notice } = delivery;
      const { subject, reply_to: replyTo } = notice;
      await sendMail({
        id,
        to,
        subject: `${delivery.storeName}: ${subject}`,
        text: mailText(config, delivery),
        replyTo,
      });
    },
    webhook: () => Promise.reject(new Undeliverable('the store has no webhook')),
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
