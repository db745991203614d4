import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentClient, type AgentClient, type ChatOptions } from '../../generated/client.ts';
import { createGatedModel, type GatedModel } from '../../server/testing/gated-model.ts';
import { startTestServer, type TestServer } from '../../server/testing/start-test-server.ts';

let model: GatedModel;
let server: TestServer;
/** Resets the connections of the requests so far. */
let cut: () => void;

beforeAll(async () => {
  model = createGatedModel();
  server = await startTestServer({ models: model.models });
});
afterAll(() => server.close());

function connect(apiKey = server.shop.key): AgentClient {
  const connections = new AbortController();
  cut = () => connections.abort();
  let isFirst = true;
  return createAgentClient({
    baseUrl: server.service.baseUrl,
    apiKey,
    fetch: async (request) => {
      const signal = isFirst ? AbortSignal.any([connections.signal, request.signal]) : request.signal;
      isFirst = false;
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      return server.fetch(pathname + search, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body !== '' && { body }),
        signal,
      });
    },
  });
}

const chat = (client: AgentClient, options?: ChatOptions) =>
  client.streamAgentChat({ agent_id: server.shop.agentId, message: 'Hello' }, options);

/** The text of the events, and the last one. */
async function readAll(events: ReturnType<typeof chat>): Promise<{ text: string; last: unknown }> {
  let text = '';
  let last: unknown;
  for await (const event of events) {
    if (event.type === 'text') text += event.content;
    last = event;
  }
  return { text, last };
}

describe('the generated client', () => {
  it('lists, creates and streams', async () => {
    model.open();
    const client = connect();
    const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' } as const;
    const created = await client.api.POST('/api/agents', { body: { name: 'A', type: 'a', config } });
    expect(created.data?.name).toBe('A');
    const listed = await client.api.GET('/api/agents');
    expect(listed.data?.agents.map(({ name }) => name)).toContain('A');
    expect(await readAll(chat(client))).toEqual({
      text: 'Half 1. Half 2.',
      last: { type: 'end', conversation_id: expect.any(String) },
    });
    model.close();
  });

  it('goes on where it was when the connection breaks, for a message with an Idempotency-Key', async () => {
    const calls = model.calls();
    const events = chat(connect(), { idempotencyKey: 'goes-on' });
    expect((await events.next()).value).toMatchObject({ type: 'text', content: 'Half 1. ' });
    cut();
    model.open();
    expect(await readAll(events)).toMatchObject({ text: 'Half 2.', last: { type: 'end' } });
    expect(model.calls()).toBe(calls + 1);
    model.close();
  });

  it('ends with a failure when the connection breaks without a key', async () => {
    const events = chat(connect());
    await events.next();
    cut();
    expect(await readAll(events)).toMatchObject({ text: '', last: { type: 'failure', status: null } });
  });

  it('has a rejected message as a value, with its status and text', async () => {
    expect((await readAll(chat(connect('svc_wrong')))).last).toMatchObject({
      type: 'failure',
      status: 401,
      error: expect.stringContaining('API key'),
    });
  });

  it('throws the reason of the signal that ends it', async () => {
    const abort = new AbortController();
    const events = chat(connect(), { signal: abort.signal, idempotencyKey: 'is-ended' });
    await events.next();
    abort.abort(new Error('enough'));
    await expect(events.next()).rejects.toThrow();
  });
});
