import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret of 256 random bits, in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The headers of a webhook's request by Standard Webhooks: HMAC-SHA-256 over id, time (in ms) and body. */
export function signWebhook(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'Webhook-Id': id, 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1,${signature}` };
}
