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

  it('R-4.5-07 gives a page of an allowed origin a token for a quarter of an hour, not to be stored', async () => {
    const response = await requestSession(server, body());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const session = (await response.json()) as { token: string; expires_at: string };
    expect(session.token).toMatch(/^vst_/);
    const minutes = (Date.parse(session.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
  });

  it('R-4.5-07 knows a visitor again by the secret, and no other', async () => {
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
    ['another one', 'https://evil.example'],
    ['the same host with another scheme', 'http://shop.example'],
    ['another port', `${shopOrigin}:8443`],
    ['a part of the name', 'https://a.shop.example'],
    ['a longer name', 'https://shop.example.evil.example'],
    ['other letters', 'https://SHOP.example'],
    ['an opaque one', 'null'],
    ['an empty one', ''],
    ['a star', '*'],
  ])('R-4.5-07 refuses an origin that is not allowed exactly: %s', async (_what, origin) => {
    const response = await requestSession(server, body(), origin);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.json()).toMatchObject({ status: 403 });
  });

  it('R-4.5-07 refuses a request without an origin', async () => {
    const response = await server.fetch('/embed/session', { body: body() });
    expect(response.status).toBe(403);
  });

  it('answers 404 for a chatbot that does not exist', async () => {
    const response = await requestSession(server, { chatbot_id: 'cbt_nothing' });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe(shopOrigin);
  });

  it.each(['GET', 'PUT', 'DELETE'])('answers 405 to %s with the method that there is', async (method) => {
    const response = await server.fetch('/embed/session', { method, headers: { Origin: shopOrigin } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
