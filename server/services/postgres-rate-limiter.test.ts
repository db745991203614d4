import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../db/connect.ts';
import { createGuard, withDatabaseDeadline } from '../db/guard.ts';
import { createCountedRequests, type RateCheck, type CountedRequests } from '../db/counted-requests.ts';
import { systemClock } from '../support/clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import { createPostgresRateLimiter } from './postgres-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';

interface Node {
  readonly db: Knex;
  readonly counted: CountedRequests;
  readonly limiter: RateLimiter;
  /** How many calls the node has sent to the database. */
  calls(): number;
}

async function openNode(databaseUrl: string, dataDir: string): Promise<Node> {
  const db = await connectDatabase({ databaseUrl, dataDir }, 2_000);
  let calls = 0;
  const counted = createCountedRequests(db, (call) => {
    calls += 1;
    return call();
  });
  const guard = createGuard(() => undefined);
  const limiter = createPostgresRateLimiter({ counted, clock: systemClock, guard });
  return { db, counted, limiter, calls: () => calls };
}

let database: TestDatabase;
let nodes: readonly Node[];
let keys = 0;
const newKey = (): string => `key ${(keys += 1)}`;

beforeAll(async () => {
  database = await createPostgresDatabase();
  const open = () => openNode(database.databaseUrl ?? '', database.dataDir);
  nodes = await Promise.all([open(), open(), open()]);
});
afterAll(async () => {
  await Promise.all(nodes.map(({ db }) => db.destroy()));
  await database.close();
});

/** Sends so many requests at once, to the nodes in turn, and returns how many were admitted. */
async function flood(count: number, checksOf: (index: number) => RateCheck[]): Promise<number> {
  const send = (_: unknown, index: number) =>
    nodes[index % nodes.length]?.limiter.admit(...checksOf(index)) ?? Promise.reject(new Error('no node'));
  const decisions = await Promise.all(Array.from({ length: count }, send));
  return decisions.filter(({ admitted }) => admitted).length;
}

const hashOf = (key: string): string => hash('sha256', key, 'base64url');

/** The admissions of a key that the database holds. */
async function admissionsOf(key: string): Promise<number> {
  const rows = await database.db('rate_limit_admissions').where({ key: hashOf(key) });
  return rows.length;
}

describe('the rate limiter of three processes on one PostgreSQL', () => {
  it.each([20, 1_000])('R-8-06 admits %i requests of a flood, and no more', async (limit) => {
    const key = newKey();
    expect(await flood(limit + 500, () => [{ key, limit }])).toBe(limit);
    expect(await admissionsOf(key)).toBe(limit);
  });

  it('R-8-06 admits each request of a flood under all of its limits or none', async () => {
    const [first, second, third] = [newKey(), newKey(), newKey()];
    const orders = [
      [first, second],
      [second, third],
      [third, first],
    ];
    const checksOf = (index: number) =>
      (orders[Math.floor(index / 3) % 3] ?? []).map((key) => ({ key, limit: 150 }));
    const admitted = await flood(900, checksOf);
    const counted = await Promise.all([first, second, third].map(admissionsOf));
    // Any two keys of a request: one of them is full.
    expect(counted.filter((count) => count === 150).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counted)).toBe(150);
    expect(counted.reduce((sum, count) => sum + count)).toBe(2 * admitted);
  });

  it('locks the keys of concurrent calls in one order, whatever the order of the requests is', async () => {
    const checks = [newKey(), newKey(), newKey()].map((key) => [{ key, limit: 1_000 }]);
    const calls = nodes.flatMap(({ counted }, index) => {
      const ordered = index === 0 ? checks : checks.toReversed();
      return Array.from({ length: 30 }, () => counted.admit(ordered));
    });
    const admissions = (await Promise.all(calls)).flat();
    expect(admissions.map(({ admitted }) => admitted)).toEqual(Array(270).fill(true));
  });

  it('R-8-02 applies a limit that is raised and lowered in the midst of a minute', async () => {
    const key = newKey();
    const admitted = async (limit: number) => flood(limit + 30, () => [{ key, limit }]);
    expect(await admitted(20)).toBe(20);
    expect(await admitted(60)).toBe(40);
    expect(await admitted(20)).toBe(0);
    expect(await admitted(200)).toBe(140);
  });

  it('rejects a store at its limit without the database, and the plan that is raised at once', async () => {
    const key = newKey();
    // More than the limit to each process, so that each has seen a rejection.
    await flood(90, () => [{ key, limit: 20 }]);
    const before = nodes.map(({ calls }) => calls());
    expect(await flood(900, () => [{ key, limit: 20 }])).toBe(0);
    expect(nodes.map(({ calls }) => calls())).toEqual(before);
    expect(await flood(1, () => [{ key, limit: 21 }])).toBe(1);
  });

  it('sends what arrives during a call in the next one', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('no node');
    const before = node.calls();
    const requests = Array.from({ length: 400 }, () => node.limiter.admit({ key: newKey(), limit: 20 }));
    expect((await Promise.all(requests)).every(({ admitted }) => admitted)).toBe(true);
    expect(node.calls() - before).toBe(2);
  });

  it('R-8-11 returns a Retry-After at which the database admits again, and not a second earlier', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('no node');
    const check = { key: newKey(), limit: 1 };
    const present = Date.now() / 1000;
    const [first] = await node.counted.admit([[check]], present);
    expect(first).toEqual({ admitted: true, remaining: 0, waitUs: 60_000_000 });
    const at = async (seconds: number) => (await node.counted.admit([[check]], present + seconds))[0];
    expect(await at(17.5)).toEqual({ admitted: false, remaining: 0, waitUs: expect.closeTo(42_500_000, -1) });
    expect(await at(59.999)).toMatchObject({ admitted: false });
    expect(await at(60)).toMatchObject({ admitted: true });
  });

  it("keeps a key's time when the clock of the server goes back", async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('no node');
    const check = { key: newKey(), limit: 1 };
    await node.counted.admit([[check]], 2_000_000_100);
    const [back] = await node.counted.admit([[check]], 2_000_000_000);
    expect(back).toMatchObject({ admitted: false, waitUs: 60_000_000 });
  });

  it('deletes keys that were idle for a minute, and admissions that have left the window', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('no node');
    const [idle, busy] = [newKey(), newKey()];
    const past = Date.now() / 1000 - 120;
    const check = (key: string) => ({ key, limit: 20 });
    for (let index = 0; index < 10; index += 1)
      await node.counted.admit([[check(idle)], [check(busy)]], past);
    await node.counted.admit([[check(busy)]]);
    const statements: string[] = [];
    node.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    await node.counted.deleteIdle();
    expect(statements).toHaveLength(1);
    expect([await admissionsOf(idle), await admissionsOf(busy)]).toEqual([0, 1]);
    expect(await node.counted.admit([[check(busy)]])).toMatchObject([{ admitted: true, remaining: 18 }]);
  });

  it('holds no name of a key, whatever characters clients put into it', async () => {
    const key = `account:\u0000\ud800${'x'.repeat(10_000)}`;
    expect(await flood(1, () => [{ key, limit: 1 }])).toBe(1);
    const rows = await database.db('rate_limit_keys').whereLike('key', '%account%');
    expect(rows).toEqual([]);
  });
});

describe('the rate limiter without its database', () => {
  it('rejects with unavailable while a key is locked, and leaves no statement behind', async () => {
    const [node] = nodes;
    if (node === undefined) throw new Error('no node');
    const check = { key: newKey(), limit: 20 };
    await node.limiter.admit(check);
    await database.db.transaction(async (trx) => {
      await trx('rate_limit_keys')
        .where({ key: hashOf(check.key) })
        .forUpdate();
      const admission = withDatabaseDeadline(() => node.limiter.admit(check));
      await expect(admission).rejects.toMatchObject({ code: 'unavailable' });
      const waiting = await trx('pg_stat_activity')
        .where({ wait_event_type: 'Lock' })
        .whereRaw('datname = current_database()');
      expect(waiting).toEqual([]);
    });
    expect(await node.limiter.admit(check)).toMatchObject({ admitted: true, remaining: 18 });
  });

  it('rejects with unavailable while the database is away, and admits when it is back', async () => {
    const url = new URL(database.databaseUrl ?? '');
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const node = await openNode(url.href, database.dataDir);
    const admit = () => withDatabaseDeadline(() => node.limiter.admit({ key: newKey(), limit: 20 }));
    const unavailable = { code: 'unavailable', headers: { 'Retry-After': '1' } };
    try {
      proxy.freeze();
      const results = await Promise.allSettled([admit(), admit(), admit()]);
      expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual(
        Array(3).fill(expect.objectContaining(unavailable)),
      );
      proxy.resume();
      await expect.poll(() => admit().catch(() => undefined)).toMatchObject({ admitted: true });
      proxy.cut();
      await expect.poll(() => admit().catch(() => undefined)).toMatchObject({ admitted: true });
    } finally {
      await node.db.destroy();
      await proxy.close();
    }
  });
});
