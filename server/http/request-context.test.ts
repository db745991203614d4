import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { createScriptedModel, says } from '../testing/scripted-model.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';
import { startService } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  const { model } = createScriptedModel([[...says('Hello'), 'hang']]);
  server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) } });
});
afterAll(() => server.close());

/** The log line of the request with this id. */
async function lineOf(requestId: string | null): Promise<unknown> {
  const find = () =>
    server.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['msg'] === 'request' && line['requestId'] === requestId);
  await expect.poll(find).toBeDefined();
  return find();
}

describe('the log line of a request', () => {
  const base = {
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    milliseconds: expect.any(Number),
    msg: 'request',
  };

  it('has method, path without query, status, milliseconds and store', async () => {
    const requestId = (await server.api('/api/agents?page=2')).headers.get('x-request-id');
    expect(await lineOf(requestId)).toEqual({
      ...base,
      requestId,
      method: 'GET',
      path: '/api/agents',
      status: 400,
      storeId: server.shop.store.id,
    });
  });

  it('has no store when the key is missing', async () => {
    const requestId = (await server.fetch('/api/agents', { body: {} })).headers.get('x-request-id');
    expect(await lineOf(requestId)).toEqual({
      ...base,
      requestId,
      method: 'POST',
      path: '/api/agents',
      status: 401,
    });
  });

  it('has at most 200 characters of the path, without API keys', async () => {
    const path = `/svc_${'a'.repeat(32)}/${'b'.repeat(300)}`;
    const requestId = (await server.fetch(path)).headers.get('x-request-id');
    expect(await lineOf(requestId)).toMatchObject({
      path: `/svc_[redacted]/${'b'.repeat(162)}`,
      status: 404,
    });
  });

  it.each([
    ['an API key', (key: string) => key, '/api/svc_[redacted]'],
    ['an API key with escapes', (key: string) => `%73%76c%5F${key.slice(4)}`, '/api/svc_[redacted]'],
    ['an API key that is escaped twice', (key: string) => `%2573vc_${key.slice(4)}`, '/api/svc_[redacted]'],
    [
      'a visitor token',
      () => `vst_${'eyJhbGciOi'.repeat(3)}.e30.${'x-_y'.repeat(10)}`,
      '/api/vst_[redacted]',
    ],
    ['a visitor token with escapes', () => `%76st%5Feyj%2Ee30%2ex`, '/api/vst_[redacted]'],
  ])('has no secret when the path holds %s', async (_name, escape, path) => {
    const response = await server.fetch(`/api/${escape(server.shop.key)}`);
    expect(await lineOf(response.headers.get('x-request-id'))).toMatchObject({ path, status: 401 });
    expect(server.logLines.join('')).not.toContain(server.shop.key.slice(4));
  });

  it('has `aborted` when the client leaves before the response is complete', async () => {
    const body = { agent_id: server.shop.agentId, message: 'Hello' };
    const response = await server.api('/api/agents/chat/stream', { body });
    await response.body?.cancel();
    expect(await lineOf(response.headers.get('x-request-id'))).toMatchObject({ status: 200, aborted: true });
  });
});

describe('createApp', () => {
  it('works behind another Express middleware, which reads request.path and response.locals', async () => {
    const seen: object[] = [];
    const app = express().use((request, response, next) => {
      const { path } = request;
      response.on('finish', () => {
        const { requestId, store } = response.locals;
        seen.push({ path, requestId, storeId: store?.id });
      });
      next();
    }, createApp(server.deps));
    const service = await startService(server.deps, app);
    const client = createTlsFetch(service.baseUrl, server.ca);
    const response = await client.fetch('/api/agents?', { headers: bearer(server.shop.key) });
    expect(response.status).toBe(200);
    const requestId = response.headers.get('x-request-id');
    await expect
      .poll(() => seen)
      .toEqual([{ path: '/api/agents', requestId, storeId: server.shop.store.id }]);
    client.close();
    await service.stop(0);
  });
});
