import { changeStore } from '../testing/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateChatbot } from '../services/chatbots.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor, shopOrigin } from '../testing/visitor-client.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await openVisitor(server));
});
afterAll(() => server.close());

const path = (): string => `/api/widget/config?chatbot_id=${server.shop.chatbotId}`;
const readers = {
  'a visitor': (headers = {}): Promise<Response> => asVisitor(server, token, path(), { headers }),
  'an API key': (headers = {}): Promise<Response> => server.api(path(), { headers }),
};

describe.each(Object.entries(readers))(
  'the widget configuration, read with the credential of %s',
  (_who, read) => {
    it('R-4.4-03 may be cached by the browser alone, which asks for changes on every use', async () => {
      const response = await read();
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    });

    it('R-4.4-03 is 304 without a body while it is unchanged', async () => {
      const etag = (await read()).headers.get('etag') ?? '';
      for (const list of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const response = await read({ 'If-None-Match': list });
        expect([response.status, await response.text()]).toEqual([304, '']);
        expect(response.headers.get('etag')).toBe(etag);
        expect(response.headers.get('cache-control')).toBe('private, no-cache');
      }
      expect((await read({ 'If-None-Match': '"other"' })).status).toBe(200);
    });

    it('R-4.4-03 is sent whole after a change, with another ETag', async () => {
      const etag = (await read()).headers.get('etag') ?? '';
      const title = `Changed by the test of ${_who}`;
      const { store, chatbotId } = server.shop;
      await changeStore(server.deps, store.id, (context) =>
        updateChatbot(context, chatbotId, { config: { title } }),
      );
      const response = await read({ 'If-None-Match': etag });
      expect(response.status).toBe(200);
      expect(response.headers.get('etag')).not.toBe(etag);
      expect(await response.json()).toMatchObject({ config: { title } });
    });
  },
);

describe('the widget configuration', () => {
  it('R-4.4-03 is readable by pages of an allowed origin as a 304, too', async () => {
    const etag = (await readers['a visitor']()).headers.get('etag') ?? '';
    const response = await readers['a visitor']({ 'If-None-Match': etag });
    expect(response.status).toBe(304);
    expect(response.headers.get('access-control-allow-origin')).toBe(shopOrigin);
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  it('R-4.4-03 counts on the plan of an API key as a 304, too', async () => {
    const { key } = server.otherShop;
    const config = `/api/widget/config?chatbot_id=${server.otherShop.chatbotId}`;
    const read = async (headers: Record<string, string>): Promise<[number, string | null]> => {
      const response = await server.fetch(config, {
        headers: { Authorization: `Bearer ${key}`, ...headers },
      });
      return [response.status, response.headers.get('ratelimit')];
    };
    expect(await read({})).toEqual([200, '"minute";r=199;t=60']);
    expect(await read({ 'If-None-Match': '*' })).toEqual([304, expect.stringContaining('r=198;')]);
  });

  it('R-4.4-03 is not cached in an error response', async () => {
    const response = await asVisitor(server, token, '/api/widget/config?chatbot_id=cbt_none');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
  });
});
