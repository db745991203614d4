import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../testing/dashboard-client.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';

const host = 'dashboard.shop.example:8443';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DASHBOARD_HOST: host, PUBLIC_URL: 'https://agents.example' },
  });
});
afterAll(() => server.close());

async function statusOf(path: string, at?: string): Promise<number> {
  const headers = { ...bearer(server.shop.key), ...(at !== undefined && { host: at }) };
  return (await server.fetch(path, { headers })).status;
}

describe('with DASHBOARD_HOST', () => {
  it.each<[path: string, onItsHost: number, elsewhere: number]>([
    ['/dashboard/', 200, 404],
    ['/dashboard', 308, 404],
    ['/dashboard/stores/str_x/overview', 200, 404],
    ['/dashboard/api/sign-in-methods', 200, 404],
    ['/dashboard/api/me', 401, 404],
    ['/dashboardx', 404, 404],
    ['/', 302, 200],
    ['/api/agents', 404, 200],
    ['/mcp', 404, 405],
    ['/embed/chatbot.js', 404, 200],
    ['/healthz', 200, 200],
    ['/readyz', 200, 200],
  ])('%s is %i on that host and %i on others', async (path, onItsHost, elsewhere) => {
    expect([await statusOf(path, host), await statusOf(path, host.toUpperCase())]).toEqual([
      onItsHost,
      onItsHost,
    ]);
    expect([await statusOf(path), await statusOf(path, 'dashboard.shop.example')]).toEqual([
      elsewhere,
      elsewhere,
    ]);
  });

  it('a snippet names PUBLIC_URL, and the preview of a chatbot replies on that host', async () => {
    const { store, chatbotId } = server.shop;
    const person = await (await addPerson(server, store.id, 'member')).signIn();
    const chatbot = `/dashboard/api/stores/${store.id}/chatbots/${chatbotId}`;
    const snippet = await person.fetch(`${chatbot}/snippet`, { headers: { host } });
    expect(await snippet.text()).toContain('https://agents.example/embed/chatbot.js');
    const issued = await person.fetch(`${chatbot}/preview-token`, { method: 'POST', headers: { host } });
    const { token } = (await issued.json()) as { token: string };
    const headers = { ...bearer(token), host, origin: `https://${host}` };
    const reply = await person.fetch('/dashboard/api/preview-chat', { headers, body: { message: 'Hello' } });
    expect(reply.status).toBe(200);
    await reply.text();
  });

  it('is where / leads to', async () => {
    const response = await server.fetch('/', { headers: { host } });
    expect(response.headers.get('location')).toBe('/dashboard/');
  });
});
