import { listMessages } from './messages.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import type { TestDatabase } from '../testing/database.ts';
import { allEvents } from '../testing/read-events.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { hasProgram } from '../testing/programs.ts';
import { type RunningPgbouncer, startPgbouncer } from '../testing/start-pgbouncer.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import { connectDatabase } from './connect.ts';
import { migrationNames } from './migrations/migrations.ts';
import { invite } from '../testing/test-shop.ts';

describe.skipIf(!hasProgram('pgbouncer'))('two nodes behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pgbouncer: RunningPgbouncer;
  let nodes: readonly [TestServer, TestServer];

  beforeAll(async () => {
    database = await createPostgresDatabase();
    await database.db.raw('drop schema public cascade; create schema public');
    pgbouncer = await startPgbouncer(database.databaseUrl ?? '');
    const environment = { DATABASE_URL: pgbouncer.url, MASTER_KEY: randomBytes(32).toString('hex') };
    nodes = await Promise.all([startTestServer({ environment }), startTestServer({ environment })]);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await pgbouncer.stop();
    await database.close();
  });

  it('migrate once, and are ready', async () => {
    const names = await database.db('schema_migrations').orderBy('id').pluck('name');
    expect(names).toEqual(migrationNames);
    for (const node of nodes) expect((await node.fetch('/readyz')).status).toBe(200);
  });

  it('create agents up to the limit under concurrent requests, and list them', async () => {
    const { key } = await nodes[0].addStore({ plan: 'enterprise', agent_limit: 10 });
    const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
    const body = { name: 'Agent', type: 'a', config };
    const creating = Array.from({ length: 20 }, (_, index) =>
      nodes[index % 2 === 0 ? 0 : 1].fetch('/api/agents', { body, headers: bearer(key) }),
    );
    const statuses = (await Promise.all(creating)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(201), ...Array(10).fill(403)]);
    for (const node of nodes) {
      const response = await node.fetch('/api/agents', { headers: bearer(key) });
      expect(await response.json()).toMatchObject({ agents: { length: 10 } });
    }
  });

  it('continue a conversation through each other, with an Idempotency-Key', async () => {
    const [first, second] = nodes;
    const { key, agentId } = first.shop;
    const ask = (node: TestServer, more: object, id: string) =>
      node.fetch('/api/agents/chat/stream', {
        body: { agent_id: agentId, message: 'hello', ...more },
        headers: { ...bearer(key), 'Idempotency-Key': id },
      });
    const begun = await ask(first, {}, 'one');
    const conversation = { conversation_id: begun.headers.get('x-conversation-id') };
    const events = await allEvents(begun);
    expect(events.at(-1)?.type).toBe('end');
    expect(await allEvents(await ask(second, {}, 'one'))).toEqual(events);
    const next = await allEvents(await ask(second, conversation, 'two'));
    expect(next.at(-1)?.type).toBe('end');
    expect(
      await listMessages(
        second.deps.database.reader(first.shop.store.id),
        conversation.conversation_id ?? '',
      ),
    ).toHaveLength(4);
  });

  it('sign a person in with a link of each other', async () => {
    const { store } = nodes[0].shop;
    const invitation = { email: 'ana@shop.example', role: 'owner' } as const;
    const { code } = await invite(nodes[0].deps, store.id, invitation);
    const signedIn = await nodes[0].fetch('/dashboard/api/session/code', {
      body: { code },
      headers: sameOrigin,
    });
    const headers = { ...sameOrigin, cookie: cookieOf(signedIn) };
    expect((await nodes[1].fetch('/dashboard/api/me', { headers })).status).toBe(200);
  });

  it('use the catalogue that a command imports', async () => {
    const { deps, shop } = nodes[1];
    const { databaseUrl, masterKey } = deps.config;
    const env = { DATABASE_URL: databaseUrl ?? '', MASTER_KEY: masterKey ?? '' };
    const input = '{"id":"lamp","title":"Lamp","price":"20.00 USD","url":"https://shop.example/lamp"}';
    const args = ['catalog', 'import', '-', '--store', shop.store.id];
    expect(await runInProcess(deps.config.dataDir, args, { env, input })).toMatchObject({
      code: 0,
      stderr: '',
    });
    for (const node of nodes) {
      expect((await node.deps.catalogs.get(shop.store.id)).byId('lamp')?.title).toBe('Lamp');
    }
  });

  it('leave no setting of a transaction behind in connections that they share', async () => {
    const db = await connectDatabase({ databaseUrl: pgbouncer.url, dataDir: database.dataDir });
    const settings = `select pg_sleep(0.05), current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, pg_backend_pid() as pid`;
    const read = await Promise.all(Array.from({ length: 8 }, () => db.raw(settings)));
    await db.destroy();
    const rows = read.flatMap(({ rows: each }) => each);
    expect(new Set(rows.map(({ statement, idle }) => `${statement} ${idle}`))).toEqual(new Set(['0 0']));
    expect(new Set(rows.map(({ pid }) => pid)).size).toBeLessThanOrEqual(4);
  });
});
