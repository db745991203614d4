import { updateChatbot } from '../services/chatbots.ts';
import { addProducts, changeStore } from '../testing/test-shop.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { systemClock } from '../support/clock.ts';
import { allEvents, replyOf } from '../testing/read-events.ts';
import { shoppingModel } from '../testing/shopping-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor, requestSession, shopOrigin } from '../testing/visitor-client.ts';

const chatPath = '/api/agents/chat/stream';
const minute = 60_000;

let skipped = 0;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({
    models: shoppingModel(),
    clock: {
      now: () => systemClock.now() + skipped,
      monotonic: () => systemClock.monotonic() + skipped,
    },
  });
  const images = { picture: 'https://cdn.shop.example/lamp.png' };
  const lamp = {
    ...makeProduct('lamp', { title: 'Amber Desk Lamp', amount: 4500 }),
    image_url: images.picture,
  };
  const spy = {
    ...makeProduct('spy', { title: 'Spy lamp' }),
    image_url: 'https://tracker.example/pixel.png',
  };
  await addProducts(server.deps, server.shop.store.id, [lamp, spy]);
});
afterAll(() => server.close());
beforeEach(async () => {
  // After a minute the rate limits of the previous test are reset.
  skipped += minute;
  ({ token } = await openVisitor(server));
});

const configOf = (chatbotId: string, withToken = token): Promise<Response> =>
  asVisitor(server, withToken, `/api/widget/config?chatbot_id=${chatbotId}`);
const chat = (more: object, withToken = token): Promise<Response> =>
  asVisitor(server, withToken, chatPath, {
    body: { agent_id: server.shop.agentId, message: 'Hello', ...more },
  });
const conversationOf = async (response: Response): Promise<string> => {
  const end = (await allEvents(response)).find((event) => event.type === 'end');
  return end?.type === 'end' ? end.conversation_id : '';
};

describe('a visitor token', () => {
  it('R-4.5-09 reads the configuration of its chatbot and no other', async () => {
    expect((await configOf(server.shop.chatbotId)).status).toBe(200);
    const [other, none] = await Promise.all([configOf(server.otherShop.chatbotId), configOf('cbt_none')]);
    expect([other.status, none.status]).toEqual([404, 404]);
    expect(await other.json()).toEqual(await none.json());
  });

  it('R-4.5-09 of an anonymous session reads the configuration, and is no key for anything else', async () => {
    const body = { chatbot_id: server.shop.chatbotId, anonymous: true };
    const session = (await (await requestSession(server, body)).json()) as Record<string, string>;
    expect(Object.keys(session).sort()).toEqual(['expires_at', 'link_hosts', 'token']);
    const anonymous = session['token'] ?? '';
    expect((await configOf(server.shop.chatbotId, anonymous)).status).toBe(200);
    const reported = asVisitor(server, anonymous, '/embed/events', {
      body: { events: [{ type: 'opened' }] },
    });
    expect([(await chat({}, anonymous)).status, (await reported).status]).toEqual([401, 401]);
    const agents = await asVisitor(server, anonymous, '/api/agents');
    expect(agents.status).toBe(401);
  });

  it('R-4.5-09 starts a conversation with its agent and no other', async () => {
    const events = await allEvents(await chat({}));
    expect(replyOf(events)).toBe('You said: Hello');
    expect((await chat({ agent_id: server.otherShop.agentId })).status).toBe(404);
  });

  it('R-4.5-09 continues its own conversation, which another visitor cannot', async () => {
    const own = await conversationOf(await chat({}));
    expect((await chat({ conversation_id: own, stream: false })).status).toBe(200);
    const stranger = await openVisitor(server);
    const foreign = await chat({ conversation_id: own }, stranger.token);
    const invented = await chat({ conversation_id: 'cnv_none' }, stranger.token);
    expect([foreign.status, invented.status]).toEqual([404, 404]);
    expect(await foreign.json()).toEqual(await invented.json());
  });

  it('R-4.5-09 cannot continue a conversation that the store started with its key', async () => {
    const body = { agent_id: server.shop.agentId, message: 'Hello' };
    const led = await conversationOf(await server.api(chatPath, { body }));
    expect((await chat({ conversation_id: led })).status).toBe(404);
  });

  it('R-4.5-09 is rejected by every other operation', async () => {
    const agent = { name: 'A', type: 'customer_support', config: {} };
    const responses = await Promise.all([
      asVisitor(server, token, '/api/agents'),
      asVisitor(server, token, '/api/agents', { body: agent }),
      asVisitor(server, token, `/mcp?api_key=${token}`, {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('R-4.5-08 is rejected from a page of another origin', async () => {
    const headers = { Origin: 'https://evil.example' };
    const path = `/api/widget/config?chatbot_id=${server.shop.chatbotId}`;
    const response = await asVisitor(server, token, path, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('R-4.5-08 expires after 15 minutes, and the page can read the 401', async () => {
    skipped += 14 * minute;
    expect((await configOf(server.shop.chatbotId)).status).toBe(200);
    skipped += minute;
    const response = await configOf(server.shop.chatbotId);
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  });

  it('R-4.5-08 stays valid over one rotation of signing keys at midnight, and not over two', async () => {
    const midnight = Math.ceil((systemClock.now() + skipped) / (24 * 60 * minute)) * 24 * 60 * minute;
    skipped = midnight - systemClock.now() - 5 * minute;
    const late = await openVisitor(server);
    skipped += 10 * minute;
    expect((await configOf(server.shop.chatbotId, late.token)).status).toBe(200);
    skipped += 48 * 60 * minute;
    expect((await configOf(server.shop.chatbotId, late.token)).status).toBe(401);
  });

  it('R-4.5-08 is rejected once the chatbot no longer allows the origin', async () => {
    const { store, chatbotId } = server.otherShop;
    const allow = (allowed_origins: string[]) =>
      changeStore(server.deps, store.id, (context) => updateChatbot(context, chatbotId, { allowed_origins }));
    const visitor = await openVisitor(server, server.otherShop);
    expect((await configOf(chatbotId, visitor.token)).status).toBe(200);
    await allow([]);
    expect((await configOf(chatbotId, visitor.token)).status).toBe(401);
    await allow([shopOrigin]);
  });
});

describe('a reply for a visitor', () => {
  it('R-4.5-11 has tools by name and products as cards, with images of allowed hosts only', async () => {
    const events = await allEvents(await chat({ message: 'A lamp' }));
    const use = events.find((event) => event.type === 'tool_use');
    expect(use).toEqual({ type: 'tool_use', tool: 'search_catalog', input: {} });
    const result = events.find((event) => event.type === 'tool_result');
    const products = (result?.type === 'tool_result' ? result.output['products'] : []) as { id: string }[];
    const byId = Object.fromEntries(products.map((product) => [product.id, product]));
    expect(byId['lamp']).toMatchObject({ image_url: 'https://cdn.shop.example/lamp.png' });
    expect(Object.keys(byId['lamp'] ?? {}).sort()).toEqual([
      'available',
      'id',
      'image_url',
      'price',
      'title',
    ]);
    expect(byId['spy']).not.toHaveProperty('image_url');
  });

  it('R-4.5-11 is redacted without streaming as well, and a key gets the full reply', async () => {
    const whole = (await (await chat({ message: 'A lamp', stream: false })).json()) as object;
    expect(JSON.stringify(whole)).not.toMatch(/"query"|tracker\.example|"sku"/);
    const body = { agent_id: server.shop.agentId, message: 'A lamp', stream: false };
    const full = JSON.stringify(await (await server.api(chatPath, { body })).json());
    expect(full).toMatch(/"query":"lamp"/);
  });
});
