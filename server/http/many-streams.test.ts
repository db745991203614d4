import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishes } from '../testing/scripted-model.ts';
import { createSseDecoder } from '../testing/sse-decoder.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

// `npm run bench -- --only streams` opens thousands.
const streams = 250;
const chunks = 8;

let server: TestServer;
let waiting = 0;
const { promise: everybody, resolve: go } = Promise.withResolvers<void>();

/** Says nothing until every stream is open, then numbers what it says. */
const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'counting',
  modelId: 'counting',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streams')),
  doStream: ({ prompt }) => {
    const question = JSON.stringify(prompt.at(-1)?.content);
    const name = /stream \d+/.exec(question)?.[0] ?? 'nobody';
    if (++waiting === streams) go();
    return Promise.resolve({ stream: ReadableStream.from(countingParts(name)) });
  },
};

async function* countingParts(name: string): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  await everybody;
  yield { type: 'text-start', id: 't' };
  for (let number = 0; number < chunks; number += 1) {
    yield { type: 'text-delta', id: 't', delta: `${name}, part ${number};` };
    await nextTurn();
  }
  yield { type: 'text-end', id: 't' };
  yield finishes();
}

beforeAll(async () => {
  server = await startTestServer({
    models: { modelFor: () => Promise.resolve(model) },
    // The first stream waits for the last one to be open, which takes a busy machine its time.
    environment: {
      NODE_ENV: 'production',
      REPLY_FIRST_CONTENT_SECONDS: '240',
      REPLY_TOTAL_SECONDS: '240',
      LOG_LEVEL: 'warn',
    },
  });
});
afterAll(() => server.close());

it(`brings every event of ${streams} streams at once, in order, once`, async () => {
  // No session tickets and no pool: each stream has a connection and a handshake of its own.
  const secureContext = createSecureContext({ ca: server.ca });
  const agent = new Agent({ secureContext, keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const reading: ReturnType<typeof readStream>[] = [];
  // Handshakes are the dear part: some at a time, while those before stay open.
  for (let first = 0; first < streams; first += 50) {
    const numbers = Array.from({ length: 50 }, (_, index) => first + index);
    const opened = await Promise.all(numbers.map((number) => openStream(agent, number)));
    reading.push(...opened.map(readStream));
  }
  const received = await Promise.all(reading);
  agent.destroy();
  expect(waiting).toBe(streams);
  received.forEach(({ ids, contents, types }, number) => {
    expect(ids).toEqual(Array.from({ length: chunks + 1 }, (_, id) => String(id)));
    expect(contents).toEqual(Array.from({ length: chunks }, (_, part) => `stream ${number}, part ${part};`));
    expect(types.filter((type) => type === 'end' || type === 'error')).toEqual(['end']);
    expect(types.at(-1)).toBe('end');
  });
  await expect.poll(() => server.deps.chat.active.size).toBe(0);
});

function openStream(agent: Agent, number: number): Promise<IncomingMessage> {
  const body = JSON.stringify({ agent_id: server.shop.agentId, message: `I am stream ${number}` });
  const headers = { authorization: `Bearer ${server.shop.key}`, 'content-type': 'application/json' };
  const url = `${server.service.baseUrl}/api/agents/chat/stream`;
  return new Promise((resolve, reject) => {
    request(url, { agent, method: 'POST', headers }, resolve).on('error', reject).end(body);
  });
}

async function readStream(
  response: IncomingMessage,
): Promise<{ ids: string[]; contents: string[]; types: string[] }> {
  expect(response.statusCode).toBe(200);
  const decoder = createSseDecoder();
  const ids: string[] = [];
  const events: { type: string; content?: string }[] = [];
  for await (const bytes of response) {
    for (const { id, data } of decoder.push(bytes as Buffer)) {
      ids.push(id);
      events.push(JSON.parse(data) as { type: string });
    }
  }
  const contents = events.flatMap(({ content }) => (content === undefined ? [] : [content]));
  return { ids, contents, types: events.map(({ type }) => type) };
}
