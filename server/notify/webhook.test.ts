import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { newWebhookSecret } from '../auth/webhook-signature.ts';
import type { ClaimedDelivery } from '../db/notices.ts';
import { systemClock } from '../support/clock.ts';
import { close, listen } from '../testing/local-server.ts';
import { createGuardedFetch } from '../tools/guarded-fetch.ts';
import { maxResponseBytes, postWebhook } from './webhook.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => Promise.all(servers.splice(0).map(close)));

const keyring = createKeyring(Buffer.alloc(32, 7));
const secret = newWebhookSecret();
const created_at = '2026-11-26T10:00:00.000Z';
const delivery: ClaimedDelivery = {
  id: 'dlv_1',
  store_id: 'str_1',
  notice_id: 'ntc_1',
  channel: 'webhook',
  recipient: '',
  attempts: 1,
  next_attempt_at: null,
  delivered_at: null,
  last_error: null,
  storeName: 'Lamps',
  notice: {
    id: 'ntc_1',
    store_id: 'str_1',
    kind: 'left_message',
    dedupe_key: 'left 1',
    subject: 'A message',
    text: 'Do you have lamps?',
    path: 'conversations',
    reply_to: 'shopper@mail.example',
    created_at,
    done_at: null,
  },
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}/hook`;
}

function post(url: string, allowPrivate = true, deadlineMs?: number): Promise<void> {
  const fetch = createGuardedFetch({ allowPrivate, maxBytes: maxResponseBytes });
  const webhook = {
    id: 'whk_1',
    store_id: 'str_1',
    url,
    sealed_secret: keyring.sealText('whk_1', secret),
    created_at,
  };
  const deps = { clock: systemClock, fetch, keyring };
  return postWebhook(deps, webhook, delivery, 'https://agents.example/d', deadlineMs);
}

it('posts the notice, signed with the secret as Standard Webhooks says', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const url = await serve(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(202).end();
  });
  await post(url);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const signed = `dlv_1.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(JSON.parse(body)).toEqual({
    type: 'left_message',
    timestamp: created_at,
    data: {
      notice_id: 'ntc_1',
      store_id: 'str_1',
      subject: 'A message',
      text: 'Do you have lamps?',
      link: 'https://agents.example/d',
      reply_to: 'shopper@mail.example',
    },
  });
});

it('fails for a redirect, which it does not follow, and for an error', async () => {
  let hits = 0;
  const elsewhere = await serve((_request, response) => {
    hits += 1;
    response.end();
  });
  const redirecting = await serve((_request, response) =>
    response.writeHead(307, { location: elsewhere }).end(),
  );
  await expect(post(redirecting)).rejects.toThrow('responds with 307');
  const failing = await serve((_request, response) => response.writeHead(500).end('x'.repeat(100_000)));
  await expect(post(failing)).rejects.toThrow('responds with 500');
  expect(hits).toBe(0);
});

it('fails where no response comes in time, and ends the request', async () => {
  let ended: Promise<unknown> | undefined;
  const url = await serve((_request, response) => void (ended = once(response, 'close')));
  await expect(post(url, true, 100)).rejects.toThrow('aborted');
  await ended;
});

it('ends a response that has no end', async () => {
  let ended: Promise<unknown> | undefined;
  const url = await serve((_request, response) => {
    ended = once(response, 'close');
    const endless = new Readable({ read: () => void endless.push('x'.repeat(maxResponseBytes)) });
    endless.pipe(response);
  });
  await post(url);
  await ended;
});

it('never goes to a private address', async () => {
  const url = await serve((_request, response) => response.end());
  await expect(post(url, false)).rejects.toThrow('only https addresses are allowed');
  await expect(post(url.replace('http:', 'https:'), false)).rejects.toThrow('not public');
  await expect(post(url.replace('http://127.0.0.1', 'https://localhost'), false)).rejects.toThrow(
    'not public',
  );
});
