import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { shopOrigin } from '../testing/visitor-client.ts';

describe('CORS', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const preflight = (path: string, method: string, origin: string): Promise<Response> =>
    server.fetch(path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });

  it.each([
    ['/embed/session', 'POST'],
    ['/api/agents/chat/stream', 'POST'],
    ['/api/widget/config?chatbot_id=x', 'GET'],
  ])(
    'R-4.5-12 a preflight of %s is accepted without credentials for an allowed origin',
    async (path, method) => {
      const response = await preflight(path, method, shopOrigin);
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(shopOrigin);
      expect(response.headers.get('access-control-allow-methods')).toBe(method);
      expect(response.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/i);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
    },
  );

  it.each(['/embed/session', '/api/agents/chat/stream', '/api/widget/config?chatbot_id=x'])(
    'R-4.5-12 a preflight of %s for an origin that is not allowed has no Access-Control-Allow-Origin',
    async (path) => {
      for (const origin of ['https://evil.example', 'null']) {
        const response = await preflight(path, 'POST', origin);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it('R-4.5-12 an operation that requires an API key is not readable by any page', async () => {
    const headers = { Origin: shopOrigin };
    const list = await server.api('/api/agents', { headers });
    expect(list.status).toBe(200);
    expect(list.headers.get('access-control-allow-origin')).toBeNull();
    const listPreflight = await preflight('/api/agents', 'GET', shopOrigin);
    expect(listPreflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('R-4.5-12 an error response is readable by a page of an allowed origin', async () => {
    const response = await server.fetch('/api/widget/config?chatbot_id=x', {
      headers: { Origin: shopOrigin },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, shopOrigin]);
  });
});
