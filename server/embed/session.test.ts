import { updateChatbot } from '../services/chatbots.ts';
import { changeStore } from '../testing/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { openVisitor, requestSession, shopOrigin } from '../testing/visitor-client.ts';

describe('opening a session', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const body = (): object => ({ chatbot_id: server.shop.chatbotId });

  it('R-4.5-07 gives a page of an allowed origin a token for 15 minutes, with no-store', async () => {
    const response = await requestSession(server, body());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const session = (await response.json()) as { token: string; expires_at: string };
    expect(session.token).toMatch(/^vst_/);
    const minutes = (Date.parse(session.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
  });

  it('R-4.5-07 recognises a visitor by the secret, for this chatbot only', async () => {
    const first = await openVisitor(server);
    expect((await openVisitor(server, server.shop, first.visitor_secret)).visitor_secret).toBe(
      first.visitor_secret,
    );
    const elsewhere = await openVisitor(server, server.otherShop, first.visitor_secret);
    expect(elsewhere.visitor_secret).not.toBe(first.visitor_secret);
    expect((await openVisitor(server, server.shop, 'vis_1.invented')).visitor_secret).not.toBe(
      'vis_1.invented',
    );
  });

  it.each([
    ['another host', 'https://evil.example'],
    ['the same host with another scheme', 'http://shop.example'],
    ['another port', `${shopOrigin}:8443`],
    ['a subdomain', 'https://a.shop.example'],
    ['a longer name', 'https://shop.example.evil.example'],
    ['another letter case', 'https://SHOP.example'],
    ['an opaque origin', 'null'],
    ['an empty origin', ''],
    ['a wildcard', '*'],
  ])('R-4.5-07 rejects an origin that is not exactly allowed: %s', async (_what, origin) => {
    const response = await requestSession(server, body(), origin);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.json()).toMatchObject({ status: 403 });
  });

  it('R-4.5-07 rejects a request without an Origin', async () => {
    const response = await server.fetch('/embed/session', { body: body() });
    expect(response.status).toBe(403);
  });

  it('responds with 404 for an unknown chatbot', async () => {
    const response = await requestSession(server, { chatbot_id: 'cbt_nothing' });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe(shopOrigin);
  });

  it('R-4.5-08 responds with 404 for a disabled chatbot, and rejects its tokens', async () => {
    const { store, chatbotId } = server.otherShop;
    const { token } = await openVisitor(server, server.otherShop);
    await changeStore(server.deps, store.id, (context) =>
      updateChatbot(context, chatbotId, { status: 'disabled' }),
    );
    const rejected = await requestSession(server, { chatbot_id: chatbotId });
    expect([rejected.status, await rejected.text()]).toEqual([404, expect.stringContaining('is disabled')]);
    const headers = { Authorization: `Bearer ${token}`, Origin: shopOrigin };
    const read = await server.fetch(`/api/widget/config?chatbot_id=${chatbotId}`, { headers });
    expect(read.status).toBe(401);
  });

  it.each(['GET', 'PUT', 'DELETE'])('responds with 405 and Allow: POST to %s', async (method) => {
    const response = await server.fetch('/embed/session', { method, headers: { Origin: shopOrigin } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
