import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../auth/api-key.ts';
import { keyLifetimeMs } from '../auth/key-cache.ts';
import { openKeyring } from '../auth/open-keyring.ts';
import { allKeys } from '../db/api-keys.ts';
import { issueKey } from '../testing/test-shop.ts';
import { regenerateKey } from '../services/api-keys.ts';
import { systemClock } from '../support/clock.ts';
import { type CommandResult, runCommand } from '../testing/run-command.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor, type VisitorSession } from '../testing/visitor-client.ts';
import { operatorActor } from '../services/audit.ts';

let server: TestServer;
const advanced = { now: 0, monotonic: 0 };
beforeAll(async () => {
  server = await startTestServer({
    clock: {
      now: () => systemClock.now() + advanced.now,
      monotonic: () => systemClock.monotonic() + advanced.monotonic,
    },
  });
});
afterAll(() => server.close());

const listWith = async (key: string) => (await server.fetch('/api/agents', { headers: bearer(key) })).status;

async function callMcp(key: string): Promise<number> {
  const headers = { accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return (await server.fetch(`/mcp?api_key=${key}`, { body, headers })).status;
}

async function readWidget({ token }: VisitorSession): Promise<number> {
  return (await asVisitor(server, token, `/api/widget/config?chatbot_id=${server.shop.chatbotId}`)).status;
}

describe('a key that is regenerated with an overlap', () => {
  it('R-5-08 R-5-06 works beside its successor until the overlap ends, and not a moment longer', async () => {
    const { key: old, store } = await server.addStore({ plan: 'pro' });
    const { database, keyring } = server.deps;
    const [record] = await allKeys(database.reader(store.id));
    const overlapMs = 24 * 3_600_000;
    const input = { keyId: record?.id ?? '', overlapMs };
    const { key: next } = await database.change({ store, actor: operatorActor }, (context) =>
      regenerateKey(context, keyring, input),
    );
    advanced.now += overlapMs - 60_000;
    expect([await listWith(old), await listWith(next)]).toEqual([200, 200]);
    advanced.now += 60_000;
    expect([await listWith(old), await callMcp(old), await listWith(next)]).toEqual([401, 401, 200]);
  });
});

describe('the last use of a key', () => {
  it.each([
    ['the API', listWith],
    ['the MCP endpoint', callMcp],
  ])('is recorded by a request to %s', async (_name, send) => {
    const { key, store } = await server.addStore();
    expect(await send(key)).toBe(200);
    const lastUse = async () => (await allKeys(server.deps.database.reader(store.id)))[0]?.last_used_at;
    await expect.poll(lastUse).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
  });
});

describe('while an operator rotates the master key, the running service', () => {
  let keys: string[];
  let visitor: VisitorSession;
  let rotation: CommandResult;
  const statuses: number[] = [];

  beforeAll(async () => {
    const creating = Array.from({ length: 60 }, () => issueKey(server.deps, server.shop.store));
    keys = (await Promise.all(creating)).map(({ key }) => key);
    visitor = await openVisitor(server);
    let isRunning = true;
    const { dataDir } = server.deps.config;
    const rotating = runCommand(dataDir, ['keys', 'rotate-master', '--json']);
    const ending = rotating.finally(() => (isRunning = false));
    for (let next = 0; isRunning; next += 1) {
      // No key is cached: each look-up reaches the database.
      advanced.monotonic += keyLifetimeMs;
      const key = keys[next % keys.length] ?? '';
      const sent = [listWith(key), listWith(key), callMcp(key), readWidget(visitor)];
      statuses.push(...(await Promise.all(sent)));
    }
    rotation = await ending;
  });

  it('R-5-02 R-5-05 accepts API keys and visitor tokens in every moment', () => {
    expect(rotation).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(rotation.stdout)).toMatchObject({ connections: 0, unopened: [] });
    expect(statuses.length).toBeGreaterThan(3);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('R-5-02 accepts every key afterwards, and one that another process creates', async () => {
    const { config, database } = server.deps;
    const keyring = await openKeyring(config, server.deps);
    const added = await issueKey({ database, keyring }, server.shop.store);
    for (const key of [...keys.slice(0, 20), added.key]) expect(await listWith(key)).toBe(200);
  });

  it('keeps visitors: their token, and in a new session their identity with a new secret', async () => {
    expect(await readWidget(visitor)).toBe(200);
    const next = await openVisitor(server, server.shop, visitor.visitor_secret);
    expect(next.visitor_secret).not.toBe(visitor.visitor_secret);
    expect(next.visitor_secret.split('.')[0]).toBe(visitor.visitor_secret.split('.')[0]);
    expect([await readWidget(next), await readWidget(visitor)]).toEqual([200, 200]);
  });

  it('goes on with the known keys when the file is lost, and logs it', async () => {
    rmSync(join(server.deps.config.dataDir, 'master.key'));
    advanced.monotonic += keyLifetimeMs;
    expect(await listWith(keys[0] ?? '')).toBe(200);
    expect(await readWidget(await openVisitor(server))).toBe(200);
    expect(await listWith(newKey())).toBe(503);
    expect(server.logLines.join('')).toMatch(/master\.key is missing.*master key not read/);
  });
});
