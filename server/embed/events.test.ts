import { type Funnel, readFunnels } from '../db/visits.ts';
import { addConversation } from '../testing/add-messages.ts';
import { readConversation } from '../db/conversations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { validateRequest } from '../../generated/validators.js';
import { sampleConversation } from '../testing/sample-records.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor, shopOrigin } from '../testing/visitor-client.ts';

const clock = createMovableClock();
const minute = 60_000;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  // After a minute the limits of the previous test are reset.
  clock.advance(minute);
  ({ token } = await openVisitor(server));
});

const isRequest = validateRequest.recordWidgetEvents;

const path = '/embed/events';
const opened = { type: 'opened' };
const report = (events: unknown, withToken = token): Promise<Response> =>
  asVisitor(server, withToken, path, { body: { events } });
const funnel = async (): Promise<Funnel> => {
  const { agentId, store } = server.shop;
  const range = { beforeFrom: '2000', from: '2000', to: '9999', agentId };
  return (await server.deps.database.readAll((db) => readFunnels(db, store.id, range))).now;
};

describe('events of the widget', () => {
  it('are stored with visitor, chatbot and time, and a visitor counts once', async () => {
    const before = await funnel();
    const body = { agent_id: server.shop.agentId, message: 'Do you have lamps?' };
    await (await asVisitor(server, token, '/api/agents/chat/stream', { body })).text();
    const shown = { type: 'product_shown', product_id: 'lamp' };
    const clicked = { type: 'product_clicked', product_id: 'lamp' };
    expect(isRequest({ events: [opened, shown, clicked] })).toBe(true);
    expect((await report([opened, shown, clicked])).status).toBe(204);
    const added = { type: 'product_added', product_id: 'lamp' };
    expect(isRequest({ events: [added] })).toBe(true);
    expect((await report([clicked, added])).status).toBe(204);
    await report([opened, shown], (await openVisitor(server)).token);
    const after = await funnel();
    const counted = (['opened', 'asked', 'product_shown', 'product_chosen'] as const).map(
      (step) => after[step] - before[step],
    );
    expect(counted).toEqual([2, 1, 1, 1]);
  });

  it('are readable by pages of allowed origins, and answer their preflight', async () => {
    const preflight = await server.fetch(path, {
      method: 'OPTIONS',
      headers: { Origin: shopOrigin, 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect((await report([opened])).headers.get('access-control-allow-origin')).toBe(shopOrigin);
  });

  it('are rejected with 401 without a token, with an API key, from another page, and after 15 minutes', async () => {
    const send = (headers: Record<string, string>) =>
      server.fetch(path, { body: { events: [opened] }, headers });
    const bearer = { Authorization: `Bearer ${token}` };
    const statuses = [
      (await send({ Origin: shopOrigin })).status,
      (await send({ Authorization: `Bearer ${server.shop.key}` })).status,
      (await send({ ...bearer, Origin: 'https://evil.example' })).status,
    ];
    clock.advance(16 * minute);
    statuses.push((await send({ ...bearer, Origin: shopOrigin })).status);
    expect(statuses).toEqual([401, 401, 401, 401]);
  });

  it.each([
    ['no event', []],
    ['more than 20 events', Array.from({ length: 21 }, () => opened)],
    ['an unknown type', [{ type: 'bought' }]],
    ['a product event without a product', [{ type: 'product_shown' }]],
    ['an unknown field', [{ ...opened, store_id: 'str_1' }]],
    ['a thumb that is neither up nor down', [{ type: 'thumb', conversation_id: 'cnv_1', value: 'sideways' }]],
    ['a NUL', [{ type: 'product_shown', product_id: 'a\0' }]],
  ])('are rejected with 400, and by the contract, for %s', async (what, events) => {
    expect((await report(events)).status).toBe(400);
    // JSON Schema has no word for it.
    expect(isRequest({ events })).toBe(what === 'a NUL');
  });

  it('are rejected with 413 above 8 kB, before the body arrives', async () => {
    const product_id = 'x'.repeat(9 * 1024);
    expect((await report([{ type: 'product_shown', product_id }])).status).toBe(413);
  });

  it('are rejected with 404 and not stored when a conversation is not the visitor’s', async () => {
    const { store, agentId } = server.shop;
    const before = await funnel();
    const foreign = { ...sampleConversation(store.id, agentId), visitor_id: 'vis_other' };
    await addConversation(server.deps, foreign);
    for (const conversation_id of [foreign.id, 'cnv_unknown']) {
      const thumb = { type: 'thumb', conversation_id, value: 'up' };
      expect((await report([opened, thumb])).status).toBe(404);
    }
    expect(await funnel()).toEqual(before);
  });

  it('rate the latest reply of the visitor’s conversation, and the latest thumb counts', async () => {
    const body = { agent_id: server.shop.agentId, message: 'Do you have lamps?' };
    const reply = await asVisitor(server, token, '/api/agents/chat/stream', { body });
    await reply.text();
    const conversation_id = reply.headers.get('x-conversation-id') ?? '';
    const thumb = (value: string) => ({ type: 'thumb', conversation_id, value });
    expect((await report([thumb('up'), thumb('down')])).status).toBe(204);
    expect(
      await readConversation(server.deps.database.reader(server.shop.store.id), conversation_id),
    ).toMatchObject({
      thumb: 'down',
    });
  });

  it('are limited for each visitor, with Retry-After, and do not use up messages', async () => {
    const statuses: number[] = [];
    for (let batch = 0; batch < 21; batch += 1) statuses.push((await report([opened])).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
    expect((await report([opened])).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await report([opened], (await openVisitor(server)).token)).status).toBe(204);
    const body = { agent_id: server.shop.agentId, message: 'Hello' };
    expect((await asVisitor(server, token, '/api/agents/chat/stream', { body })).status).toBe(200);
  });
});
