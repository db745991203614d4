import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortDatabaseDeadline } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { mountTmpfs, setImmutable } from '../testing/tmpfs.ts';

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
let created = 0;
const newAgent = (prompt = 's') => ({
  name: `agent ${(created += 1)}`,
  type: 'a',
  config: { ...config, system_prompt: prompt },
});

let server: TestServer;
const create = (body = newAgent()): Promise<Response> => server.api('/api/agents', { body });

const ask = (): Promise<Response> =>
  server.api('/api/agents/chat/stream', {
    body: { agent_id: server.shop.agentId, message: 'hello', stream: false },
  });

/** SQLite's own check of the file, by another connection. */
function integrity(): unknown {
  const other = new Database(join(server.deps.config.dataDir, 'service.db'), { readonly: true });
  try {
    return other.pragma('integrity_check', { simple: true });
  } finally {
    other.close();
  }
}

async function expectUnavailable(response: Response): Promise<void> {
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'the database is not available: try again in a moment', status: 503, code: 'unavailable' },
  ]);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

const isReady = async (): Promise<boolean> => (await server.fetch('/readyz')).status === 200;

async function listedNames(): Promise<string[]> {
  const response = await server.api('/api/agents');
  expect(response.status).toBe(200);
  const { agents } = (await response.json()) as { agents: { name: string }[] };
  return agents.map(({ name }) => name);
}

describe('while another process holds the write lock of SQLite', () => {
  let other: Database.Database;
  beforeAll(async () => {
    server = await startTestServer({ environment: shortDatabaseDeadline });
    other = new Database(join(server.deps.config.dataDir, 'service.db'));
  });
  afterAll(async () => {
    other.close();
    await server.close();
  });

  it('a create waits for it, and succeeds when it is released before the deadline', async () => {
    other.exec('begin immediate');
    const pending = create();
    await listedNames();
    other.exec('commit');
    expect((await pending).status).toBe(201);
  });

  it('creates are 503 at the deadline and never stored, lists are 200, and the event loop goes on', async () => {
    const names = await listedNames();
    other.exec('begin immediate');
    const creates = [create(), create(), create()];
    const first = Promise.race(creates).then(() => 'a create ended');
    // A busy timeout of SQLite would stop the event loop until the creates end.
    expect(await Promise.race([listedNames(), first])).toEqual(names);
    for (const response of await Promise.all(creates)) await expectUnavailable(response);
    other.exec('commit');
    await expect.poll(isReady).toBe(true);
    const agent = newAgent();
    expect((await create(agent)).status).toBe(201);
    expect(await listedNames()).toEqual([...names, agent.name]);
  });
});

const tmpfs = mountTmpfs(6_000);

describe.skipIf(tmpfs === undefined)('a disk that fills up', () => {
  const folder = tmpfs?.folder ?? '';
  beforeAll(async () => {
    server = await startTestServer({ dataDir: join(folder, 'data') });
  });
  afterAll(async () => {
    await server.close();
    tmpfs?.close();
  });

  it('makes creates, messages and /readyz 503 and leaves lists 200, until there is space again', async () => {
    const acknowledged = await listedNames();
    const ballast = join(folder, 'ballast');
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(ballast, Buffer.alloc((bavail - 40) * bsize));
    let response: Response;
    do {
      const agent = newAgent('p'.repeat(32_000));
      response = await create(agent);
      if (response.status === 201) acknowledged.push(agent.name);
    } while (response.status === 201);
    await expectUnavailable(response);
    await expectUnavailable(await ask());
    await expectUnavailable(await server.fetch('/readyz'));
    expect(await listedNames()).toEqual(acknowledged);
    rmSync(ballast);
    await expect.poll(isReady).toBe(true);
    const agent = newAgent('p'.repeat(32_000));
    expect((await create(agent)).status).toBe(201);
    expect((await ask()).status).toBe(200);
    expect(await listedNames()).toEqual([...acknowledged, agent.name]);
    expect(integrity()).toBe('ok');
  });
});

// Of a real disk: a file in memory that is made immutable takes the writes of those who have it open.
const disk = mkdtempSync('/var/tmp/agent-service-');
const canSetImmutable = setImmutable(disk, true) && setImmutable(disk, false);
afterAll(() => rmSync(disk, { recursive: true }));

describe.skipIf(!canSetImmutable)('a disk that becomes read-only', () => {
  beforeAll(async () => {
    server = await startTestServer({ dataDir: join(disk, 'data'), environment: shortDatabaseDeadline });
  });
  afterAll(() => server.close());

  it('makes creates, messages and /readyz 503 and leaves lists 200, until it is writable again', async () => {
    expect((await create()).status).toBe(201);
    const names = await listedNames();
    const log = join(server.deps.config.dataDir, 'service.db-wal');
    setImmutable(log, true);
    try {
      await expectUnavailable(await create());
      await expectUnavailable(await ask());
      await expectUnavailable(await server.fetch('/readyz'));
      expect(await listedNames()).toEqual(names);
    } finally {
      setImmutable(log, false);
    }
    await expect.poll(isReady).toBe(true);
    const agent = newAgent();
    expect((await create(agent)).status).toBe(201);
    expect((await ask()).status).toBe(200);
    expect(await listedNames()).toEqual([...names, agent.name]);
    expect(integrity()).toBe('ok');
  });
});
