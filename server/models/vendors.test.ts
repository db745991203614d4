import { listMessagesWithReplies } from '../db/messages.ts';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import type { PageContext } from '../catalog/shopper-page.ts';
import { startReply } from '../chat/reply.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import { loadModelSettings, type Vendor } from '../config/model-settings.ts';
import type { AgentConfig } from '../db/records.ts';
import { eventsOf, replyOf } from '../testing/read-events.ts';
import { type Breakage, startBrokenVendor } from '../testing/broken-vendor.ts';
import { type Ending, vendorEndings } from '../testing/vendor-endings.ts';
import { createTestChat, requestTo, type TestChat } from '../testing/test-chat.ts';
import type { AgentTool } from '../tools/types.ts';
import { createModelRegistry } from './registry.ts';

interface Route {
  readonly vendor: Vendor;
  readonly slot: AgentConfig['model_provider'];
  readonly path: string;
  readonly modelId: string;
}

// Which vendor stands behind which provider, and where its API begins under a base address.
const routes: readonly Route[] = [
  { vendor: 'anthropic', slot: 'provider_one', path: '/v1', modelId: 'claude-sonnet-4-5' },
  { vendor: 'openai', slot: 'provider_one', path: '/v1', modelId: 'gpt-test' },
  { vendor: 'openrouter', slot: 'provider_two', path: '/api/v1', modelId: 'maker/model-test' },
  { vendor: 'bedrock', slot: 'provider_three', path: '', modelId: 'anthropic.claude-3-haiku-v1:0' },
];

const open: TestChat[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((chat) => chat.close()));
});

interface Exchange {
  ask(
    message: string,
    conversationId?: string,
    page?: PageContext,
  ): Promise<{ conversationId: string; events: ChatEvent[] }>;
  readonly chat: TestChat;
}

async function chatOver(
  { vendor, slot, path, modelId }: Route,
  url: string,
  limits: Partial<ChatLimits> = {},
): Promise<Exchange> {
  const name = slot.toUpperCase();
  const settings = loadModelSettings({
    [name]: vendor,
    [`${name}_API_KEY`]: 'vendor-key',
    [`${name}_BASE_URL`]: url + path,
    ...(vendor === 'bedrock' ? { [`${name}_REGION`]: 'us-east-1' } : {}),
  });
  const config = {
    model_provider: slot,
    model_id: modelId,
    system_prompt: 'You sell.',
    temperature: 0.25,
    max_tokens: 99,
    mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
  };
  const model = await createModelRegistry(settings).modelFor(config);
  const find: AgentTool = {
    description: 'finds products',
    inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
    fromCatalog: false,
    execute: () => Promise.resolve({ found: 3 }),
  };
  const chat = await createTestChat({
    model,
    config,
    tools: new Map([['find', find]]),
    limits,
  });
  open.push(chat);
  return {
    chat,
    async ask(message, conversationId, page) {
      const request = { ...requestTo(chat.agent, message, conversationId), page };
      const reply = await startReply(chat.runtime, request, new AbortController().signal);
      return { conversationId: reply.conversationId, events: await eventsOf(reply) };
    },
  };
}

describe.each(routes)('$slot over $vendor', (route) => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  beforeAll(async () => {
    const find = { name: 'find', arguments: '{"q":"shirt"}', id: 'call_1' };
    mock.on({ userMessage: /^look/, hasToolResult: false }, { content: 'Let me look.', toolCalls: [find] });
    mock.on({ userMessage: /^look/, hasToolResult: true }, { content: 'Three shirts.' });
    mock.on({ userMessage: /^and/ }, { content: 'Blue ones too.' });
    await mock.start();
  });
  afterAll(() => mock.stop());

  it('R-2.2-11 R-2.2-12 sends the agent, its history and its tools, and streams text and tool calls out', async () => {
    mock.clearRequests();
    const { ask } = await chatOver(route, mock.url);
    const { conversationId, events } = await ask('look for shirts');
    expect(events.filter(({ type }) => type !== 'text')).toEqual([
      { type: 'tool_use', tool: 'find', input: { q: 'shirt' } },
      { type: 'tool_result', tool: 'find', output: { found: 3 } },
      { type: 'end', conversation_id: conversationId },
    ]);
    expect(events.map((event) => (event.type === 'text' ? event.content : '')).join('')).toMatch(
      /^Let me look\.\s*Three shirts\.$/,
    );
    await ask('and in blue?', conversationId);
    const last = mock.getLastRequest();
    expect(last?.body).toMatchObject({
      model: expect.toBeOneOf([route.modelId, encodeURIComponent(route.modelId)]),
      temperature: 0.25,
      max_tokens: 99,
    });
    const body = JSON.stringify(last?.body);
    for (const part of [
      'You sell.',
      'look for shirts',
      'Three shirts.',
      'and in blue?',
      'finds products',
      'call_1',
    ]) {
      expect(body).toContain(part);
    }
  });

  it('takes where the shopper is beside their words', async () => {
    mock.prependFixture({ match: { userMessage: /is it green/ }, response: { content: 'Yes, green.' } });
    const { ask } = await chatOver(route, mock.url);
    const { events } = await ask('is it green?', undefined, { cart: [] });
    expect(replyOf(events)).toBe('Yes, green.');
    expect(JSON.stringify(mock.getLastRequest()?.body)).toMatch(/my cart.*is_complete.*is it green\?/);
  });

  it('returns text at its last step, with the results of its tools', async () => {
    const found = (request: object): boolean => JSON.stringify(request).includes('found');
    mock.prependFixture({
      match: { userMessage: /./, predicate: found },
      response: { content: 'In words.' },
    });
    const { ask } = await chatOver(route, mock.url, { maxSteps: 2 });
    const { events } = await ask('look for shirts');
    expect(events.at(-1)?.type).toBe('end');
    expect(events.map((event) => (event.type === 'text' ? event.content : '')).join('')).toMatch(
      /In words\.$/,
    );
  });

  it.each([
    [401, 502, /credentials/],
    [404, 502, /model_id/],
    [400, 502, /rejected the request/],
    [429, 503, /busy/],
    [500, 502, /failed/],
    [503, 503, /busy/],
    [529, 503, /busy/],
  ])('turns a %i into one error event of status %i', async (status, reported, message) => {
    const { ask } = await chatOver(route, mock.url);
    mock.nextRequestError(status, { message: 'vendor text that must not be shown', type: 'some_error' });
    const { events } = await ask('look for shirts');
    expect(events).toEqual([
      expect.objectContaining({ type: 'error', status: reported, error: expect.stringMatching(message) }),
    ]);
  });

  it.each<[Breakage, number]>([
    ['truncated', 502],
    ['close', 502],
    ['malformed', 502],
    ['stall', 504],
    ['overload', 503],
  ])(
    'turns the broken stream %s into its first text and one error event of status %i',
    async (breakage, reported) => {
      const broken = await startBrokenVendor(route.vendor, breakage);
      try {
        const limits = breakage === 'stall' ? { silenceMs: 1500 } : {};
        const { ask, chat } = await chatOver(route, broken.url, limits);
        const { events, conversationId } = await ask('look for shirts');
        expect(events).toEqual([
          { type: 'text', content: 'Half' },
          expect.objectContaining({ type: 'error', status: reported, error: expect.any(String) }),
        ]);
        expect(JSON.stringify(events)).not.toContain('vendor text');
        expect((await chat.messages(conversationId)).at(-1)?.outcome).toBe('partial');
        await broken.abandoned;
      } finally {
        await broken.close();
      }
    },
  );

  const endings = Object.keys(vendorEndings[route.vendor]) as Ending[];
  it.each(endings)('ends a reply that its model ended with %s in words and `end`', async (ending) => {
    const vendor = await startBrokenVendor(route.vendor, ending);
    try {
      const { ask, chat } = await chatOver(route, vendor.url);
      const { events, conversationId } = await ask('look for shirts');
      expect(replyOf(events)).toMatch(wordsOf[ending]);
      expect(events.at(-1)).toEqual({ type: 'end', conversation_id: conversationId });
      const stored = await listMessagesWithReplies(
        chat.database.database.reader(chat.agent.store_id),
        conversationId,
      );
      const result = ending === 'length' ? 'limited' : 'declined';
      expect(stored.at(-1)).toMatchObject({ outcome: 'complete', result, input_tokens: 9 });
    } finally {
      await vendor.close();
    }
  });
});

const wordsOf: Readonly<Record<Ending, RegExp>> = {
  length: /^Half\n\n.*became too long/,
  // OpenAI's models refuse in their own words, and nothing is added.
  refusal: /^Half(\n\nI cannot help with this request\..*| I am sorry, I cannot help with that\.)$/,
  filter: /^Half\n\n.*filter for sensitive content/,
};

describe('the prompt cache', () => {
  const marks: readonly [Vendor, string, RegExp][] = [
    ['anthropic', 'claude-sonnet-4-5', /"cache_control":\{"type":"ephemeral"\}/g],
    ['openrouter', 'anthropic/claude-sonnet-4.5', /"cache_control":\{"type":"ephemeral"\}/g],
    ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', /"cachePoint":\{"type":"default"\}/g],
  ];
  const bodyFor = async (vendor: Vendor, modelId: string): Promise<string> => {
    const route = routes.find((known) => known.vendor === vendor);
    if (route === undefined) throw new Error(`no route for ${vendor}`);
    const fake = await startBrokenVendor(vendor, 'length');
    try {
      const { ask } = await chatOver({ ...route, modelId }, fake.url);
      await ask('look for shirts');
      return fake.bodies.join('');
    } finally {
      await fake.close();
    }
  };

  it.each(marks)(
    'of %s is asked to keep the instructions and the latest message',
    async (vendor, model, mark) => {
      expect((await bodyFor(vendor, model)).match(mark)).toHaveLength(2);
    },
  );

  it.each<[Vendor, string]>([
    ['openai', 'gpt-test'],
    ['openrouter', 'maker/model-test'],
    ['bedrock', 'anthropic.claude-3-haiku-v1:0'],
  ])('is not asked for with %s %s, which caches by itself or not at all', async (vendor, model) => {
    expect(await bodyFor(vendor, model)).not.toMatch(/cache/i);
  });
});
