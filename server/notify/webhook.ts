import type { Keyring } from '../auth/keyring.ts';
import { signWebhook } from '../auth/webhook-signature.ts';
import type { ClaimedDelivery, WebhookRecord } from '../db/notices.ts';
import type { Clock } from '../support/clock.ts';
import type { createGuardedFetch } from '../tools/guarded-fetch.ts';

const maxMs = 10_000;
/** Of a response: nothing in it matters. */
export const maxResponseBytes = 64 * 1024;

export interface WebhookDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly fetch: ReturnType<typeof createGuardedFetch>;
  readonly keyring: Pick<Keyring, 'openText'>;
}

/**
 * Posts a notice, signed. Rejects for every status but 2xx, a redirect too, for an address that is not public, and where no
 * response comes within `deadlineMs`.
 */
export async function postWebhook(
  { clock, fetch, keyring }: WebhookDeps,
  webhook: WebhookRecord,
  { id, notice }: ClaimedDelivery,
  link: string | null,
  deadlineMs = maxMs,
): Promise<void> {
  const { id: notice_id, kind: type, created_at: timestamp, store_id, subject, text, reply_to } = notice;
  const data = { notice_id, store_id, subject, text, link, reply_to };
  const body = JSON.stringify({ type, timestamp, data });
  const secret = keyring.openText(webhook.id, webhook.sealed_secret);
  const headers = { 'Content-Type': 'application/json', ...signWebhook(secret, id, clock.now(), body) };
  const signal = AbortSignal.timeout(deadlineMs);
  const response = await fetch(webhook.url, { method: 'POST', headers, body, signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook responds with ${response.status}`);
}
