import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeps, type OpenDeps } from '../deps.ts';
import { systemClock } from '../support/clock.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createTlsFetch, type TestFetch } from '../testing/tls-fetch.ts';
import { type Service, startService } from './server.ts';

// One remembers what it has read and writes answers by itself; the other lets Express write them and the validator
// judge them. They share a database, as two processes would.
let server: TestServer;
let judged: { deps: OpenDeps; service: Service; client: ReturnType<typeof createTlsFetch> };
beforeAll(async () => {
  server = await startTestServer({ environment: { NODE_ENV: 'production', MODEL_FALLBACK: 'built-in' } });
  const config = { ...server.deps.config, environment: 'development' } as const;
  const deps = await openDeps(config, systemClock, { write: () => undefined });
  const service = await startService(deps);
  judged = { deps, service, client: createTlsFetch(service.baseUrl, server.ca) };
});
afterAll(async () => {
  judged.client.close();
  await judged.service.stop(0);
  await judged.deps.close();
  await server.close();
});

const create = {
  name: 'Ünïcode ❄ "quoted" \\ name',
  type: 'customer_support',
  config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' },
};

async function answerOf(fetch: TestFetch, path: string, init: Parameters<TestFetch>[1] = {}) {
  const headers = { ...bearer(server.shop.key), 'Content-Type': 'application/json' };
  await nextTurn();
  const response = await fetch(path, { headers, ...init });
  // These two differ from answer to answer.
  const fields = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status: response.status, fields, body: await response.text() };
}

describe('answers from memory', () => {
  it('are byte for byte those that are made for each request, through changes by either process', async () => {
    const widget = `/api/widget/config?chatbot_id=${server.shop.chatbotId}`;
    const paths = ['/api/agents', widget, '/api/agents', widget];
    const refused = [
      '/api/agents?page=1',
      '/api/widget/config',
      '/api/widget/config?chatbot_id=cbt_none',
      '/api/no',
    ];
    for (const writer of [judged.client.fetch, server.fetch, judged.client.fetch]) {
      for (const path of [...paths, ...refused]) {
        expect(await answerOf(server.fetch, path)).toEqual(await answerOf(judged.client.fetch, path));
      }
      const created = await answerOf(writer, '/api/agents', { method: 'POST', body: JSON.stringify(create) });
      expect(created.status).toBe(201);
    }
    const { body } = await answerOf(server.fetch, '/api/agents');
    expect(JSON.parse(body).agents).toHaveLength(4);
  });
});
