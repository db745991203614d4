import { findPublicChatbot } from '../db/chatbots.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateRequest, validateResponse } from '../../generated/validators.js';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

describe('the visitor session of the contract', () => {
  const isRequest = validateRequest.openVisitorSession;
  const isResponse = validateResponse.openVisitorSession[200];
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const open = async (body: object): Promise<Response> => {
    const chatbot = await findPublicChatbot(server.deps.database, server.shop.chatbotId);
    const origin = chatbot.allowed_origins[0] ?? '';
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
