import { listMessages } from '../db/messages.ts';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { connectTools } from '../testing/test-shop.ts';
import { allEvents, replyOf } from '../testing/read-events.ts';
import { sampleAgent } from '../testing/sample-records.ts';
import {
  type ScriptedVendor,
  startScriptedVendor,
  type VendorLine,
  type VendorRequest,
} from '../testing/scripted-vendor.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import { addAgent } from '../testing/test-shop.ts';

const path = '/api/agents/chat/stream';

// "use x" calls x once, "loop x" calls it as long as it may.
function script({ messages, tool_choice: choice }: VendorRequest): VendorLine[] {
  const question = String(messages.findLast(({ role }) => role === 'user')?.content);
  const [verb, tool = ''] = question.split(' ');
  const answered = messages.at(-1)?.role === 'tool';
  if (choice === 'none' || (answered && verb === 'use')) return [{ say: 'In words.' }];
  return [{ call: tool, input: { order: '7' } }];
}

let vendor: ScriptedVendor;
let tools: ToolServer;
let server: TestServer;
/** With short time limits. */
let hasty: TestServer;
let [agent, hastyAgent] = ['', ''];
beforeAll(async () => {
  [vendor, tools] = await Promise.all([startScriptedVendor(script), startToolServer()]);
  server = await startTestServer({ environment: vendor.env });
  hasty = await startTestServer({
    environment: { ...vendor.env, TOOL_CALL_SECONDS: '1', REPLY_TOTAL_SECONDS: '4.5' },
  });
  [agent, hastyAgent] = [await addConnectedAgent(server), await addConnectedAgent(hasty)];
});
afterAll(async () => {
  await Promise.all([server.close(), hasty.close()]);
  await Promise.all([vendor.close(), tools.stop()]);
});

/** An agent with every kind of connection. */
async function addConnectedAgent({ deps, shop }: TestServer): Promise<string> {
  const connection = { store_id: shop.store.id, url: tools.url, headers: {}, allow_private: true };
  await connectTools(deps, { ...connection, type: 'orders' });
  await connectTools(deps, { ...connection, type: 'nowhere', url: 'http://127.0.0.1:1/mcp' });
  const record = sampleAgent(shop.store.id);
  const types = ['product_catalog', 'orders', 'nowhere', 'unheard_of'];
  const config = { ...record.config, mcp_capabilities: types.map((type) => ({ type, enabled: true })) };
  await addAgent(deps, { ...record, config });
  return record.id;
}

async function ask(message: string): Promise<ChatEvent[]> {
  return allEvents(await server.api(path, { body: { agent_id: agent, message } }));
}

async function askHasty(message: string): Promise<ChatEvent[]> {
  return allEvents(await hasty.api(path, { body: { agent_id: hastyAgent, message } }));
}

const outputs = (events: readonly ChatEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.output] : []));

describe('a reply with remote tools', () => {
  it('uses a remote connection as it uses the catalogue', async () => {
    const events = await ask('use track_order');
    expect(outputs(events)).toEqual([{ text: 'Order 7 is on its way.' }]);
    expect(replyOf(events)).toBe('In words.');
    expect(events.at(-1)?.type).toBe('end');
  });

  it('continues when a connection is down, and reports it in the tool_result', async () => {
    const events = await ask('use nowhere');
    expect(outputs(events)).toEqual([{ error: 'The nowhere connection is not available right now.' }]);
    expect(events.at(-1)?.type).toBe('end');
  });

  it('ends a tool call that hangs, and continues', async () => {
    const events = await askHasty('use hang');
    expect(outputs(events)).toEqual([{ error: 'The tool took too long to respond.' }]);
    expect(events.at(-1)?.type).toBe('end');
  });

  it('ends a loop of tool calls after eight steps, with text', async () => {
    const before = vendor.requests.length;
    const events = await ask('loop track_order');
    expect(outputs(events)).toHaveLength(7);
    expect(vendor.requests).toHaveLength(before + 8);
    expect(replyOf(events)).toBe('In words.');
    expect(events.at(-1)?.type).toBe('end');
  });

  it('ends after its total time, even when its tools hang and its model loops', async () => {
    const events = await askHasty('loop hang');
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: 'the reply took too long and was ended',
      status: 504,
      code: 'timed_out',
    });
  });

  it('bounds the output of tools, and never sends them one of our keys', async () => {
    const [output] = outputs(await ask('use long'));
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(16_384);
    expect(JSON.stringify(tools.seen)).not.toContain('svc_');
  });
});

/** Sends text for ever, as fast as it is read. */
const talker: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'talker',
  modelId: 'talker',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streams')),
  doStream: () => Promise.resolve({ stream: ReadableStream.from(endlessParts()) }),
};

let sentParts = 0;
async function* endlessParts(): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 't' };
  for (;;) {
    sentParts += 1;
    yield { type: 'text-delta', id: 't', delta: 'x'.repeat(10_000) };
  }
}

describe('a reader that makes no progress', () => {
  it('is dropped, with bounded memory, and the reply is stored as aborted', async () => {
    const slow = await startTestServer({
      models: { modelFor: () => Promise.resolve(talker) },
      environment: { SLOW_READER_SECONDS: '0.3', REPLY_CHARACTERS: '1000000000' },
    });
    try {
      const response = await openStream(slow);
      response.pause();
      const id = String(response.headers['x-conversation-id']);
      await expect.poll(() => slow.deps.chat.active.size).toBe(0);
      const stored = await listMessages(slow.deps.database.reader(slow.shop.store.id), id);
      expect(stored.map(({ role, outcome }) => `${role} ${outcome}`)).toEqual([
        'user complete',
        'assistant aborted',
      ]);
      // Some megabytes fit between the two ends of a loopback socket; without backpressure it would never end.
      expect(sentParts).toBeLessThan(3000);
      response.destroy();
    } finally {
      await slow.close();
    }
  });
});

function openStream({ service, ca, shop }: TestServer): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ agent_id: shop.agentId, message: 'talk' });
  return new Promise((resolve, reject) => {
    request(service.baseUrl + path, { ca, method: 'POST', headers, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}
