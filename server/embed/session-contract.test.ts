import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

interface Surface {
  readonly name: string;
  readonly request: object;
  readonly response: object;
}

const contract = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as { readonly 'x-surfaces': readonly Surface[] };

describe('the visitor session of the contract', () => {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const surface = contract['x-surfaces'].find(({ name }) => name === 'Visitor session');
  const isRequest = ajv.compile(surface?.request ?? false);
  const isResponse = ajv.compile(surface?.response ?? false);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const open = async (body: object): Promise<Response> => {
    const chatbot = await server.deps.repositories.chatbots.findPublic(server.shop.chatbotId);
    const origin = chatbot?.allowedOrigins[0] ?? '';
    const headers = { 'Content-Type': 'application/json', Origin: origin };
    return server.fetch('/embed/session', { method: 'POST', headers, body: JSON.stringify(body) });
  };

  it('R-4.5-07 responds to a valid request with the response schema', async () => {
    const body = { chatbot_id: server.shop.chatbotId };
    expect(isRequest(body)).toBe(true);
    const response = await open(body);
    expect(response.status).toBe(200);
    const session: unknown = await response.json();
    expect(isResponse(session), JSON.stringify(isResponse.errors)).toBe(true);
    expect(session).toMatchObject({ link_hosts: [] });
  });

  it.each([[{}], [{ chatbot_id: '' }], [{ chatbot_id: 5 }], [{ chatbot_id: 'x', extra: true }]])(
    'rejects a body that the request schema rejects: %j',
    async (body) => {
      expect(isRequest(body)).toBe(false);
      expect((await open(body)).status).toBe(400);
    },
  );

  it('rejects a body of more than 4 kB before authentication', async () => {
    const rejected = await open({ chatbot_id: 'x'.repeat(4_096) });
    expect(rejected.status).toBe(413);
    expect(await rejected.json()).toMatchObject({ error: 'the body must be at most 4 kB (4096 bytes)' });
  });
});
