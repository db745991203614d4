import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allAgents } from '../db/agents.ts';
import { findKeyOfAnyStore, insertKey, markKeyUsed } from '../db/api-keys.ts';
import { connectDatabase } from '../db/connect.ts';
import { type Context, createDatabase, type Database, systemActor } from '../db/database.ts';
import { revokeKey } from '../services/api-keys.ts';
import { operatorActor } from '../services/audit.ts';
import { createLog } from '../support/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleAgent, sampleKey, sampleStore } from '../testing/sample-records.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';
import { newKey } from './api-key.ts';
import { createKeyCache, type KeyCache, keyLifetimeMs } from './key-cache.ts';
import { createKeyring } from './keyring.ts';

const store = sampleStore();
const keyring = createKeyring(randomBytes(32));
const logLines: string[] = [];
const log = createLog('info', { write: (line) => void logLines.push(line) });
let database: TestDatabase;
let counted: Database;
let cache: KeyCache;
let now = Date.parse('2026-05-06T07:08:00.000Z');
const clock = { now: () => now, monotonic: () => now };
let queries = 0;
let uses = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await addStore(database, store);
  counted = countCalls(database.database);
  cache = createKeyCache({ database: counted, keyring, clock, log });
});
afterAll(() => database.close());
beforeEach(() => {
  queries = 0;
  uses = 0;
});

function countCalls(calls: Database): Database {
  return {
    ...calls,
    readAll: (query) => {
      queries += 1;
      return calls.readAll(query);
    },
    change: (by, verb) => {
      if (by.actor === systemActor) uses += 1;
      return calls.change(by, verb);
    },
  };
}

const change = <Result>(verb: (context: Context) => Promise<Result>) =>
  database.database.change({ store, actor: operatorActor }, verb);
const revoke = (keyId: string) => change((context) => revokeKey(context, keyId));

async function addKey(part: { expires_at?: string } = {}) {
  const key = newKey();
  const record = sampleKey(store.id, { hash: keyring.hashKey(key), ...part });
  await change((context) => insertKey(context, record));
  return { key, id: record.id };
}

const lastUseOf = async (id: string) => (await findKeyOfAnyStore(database.database, id)).last_used_at;

async function inAnotherProcess<Result>(work: (other: Database) => Promise<Result>): Promise<Result> {
  const db = await connectDatabase(database);
  try {
    return await work(createDatabase(db, { clock }));
  } finally {
    await db.destroy();
  }
}

describe('the key cache', () => {
  it('reports that it cannot check a key, and not that it is invalid, while the master key cannot be read', async () => {
    const { key } = await addKey();
    const unreadable = {
      ...keyring,
      hashesOf: () => ['of an earlier master key'],
      reload: () => {
        throw new Error('master.key is missing');
      },
    };
    const blind = createKeyCache({ database: database.database, keyring: unreadable, clock, log });
    await expect(blind.findActive(key)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
  });

  it('rejects a key with a wrong checksum without a database query', async () => {
    const { key } = await addKey();
    expect(await cache.findActive(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
    expect(queries).toBe(0);
  });

  it('finds the store of a key with one query in its lifetime, and not after it was revoked', async () => {
    const { key, id } = await addKey();
    expect(await cache.findActive(key)).toMatchObject({ store });
    now += keyLifetimeMs - 1;
    expect(await cache.findActive(key)).toMatchObject({ store });
    expect(queries).toBe(1);
    await inAnotherProcess((other) =>
      other.change({ store, actor: operatorActor }, (context) => revokeKey(context, id)),
    );
    now += 1;
    expect(await cache.findActive(key)).toBeUndefined();
  });

  it('rejects a key at once that this process has ended, also one whose look-up began before', async () => {
    const { key, id } = await addKey();
    expect(await cache.findActive(key)).toMatchObject({ store });
    await revoke(id);
    expect(await cache.findActive(key)).toBeUndefined();

    const second = await addKey();
    const lookUp = cache.findActive(second.key);
    await revoke(second.id);
    await lookUp;
    expect(await cache.findActive(second.key)).toBeUndefined();
  });

  it('finds a new key at once, also when it was unknown before', async () => {
    const later = newKey();
    expect(await cache.findActive(later)).toBeUndefined();
    await change((context) => insertKey(context, sampleKey(store.id, { hash: keyring.hashKey(later) })));
    expect(await cache.findActive(later)).toMatchObject({ store });
  });

  it('rejects a key from the millisecond at which it expires, also one that is cached', async () => {
    const { key } = await addKey({ expires_at: new Date(now + 2_000).toISOString() });
    now += 1_999;
    expect(await cache.findActive(key)).toMatchObject({ store });
    now += 1;
    expect(await cache.findActive(key)).toBeUndefined();
    now += keyLifetimeMs;
    expect(await cache.findActive(key)).toBeUndefined();
  });
});

describe('the last use of a key', () => {
  it('is recorded to the minute, with one write a minute however often the key is used', async () => {
    now = Date.parse('2026-06-07T08:09:05.000Z');
    const { key, id } = await addKey();
    for (let second = 0; second < 55; second += 1) {
      await cache.findActive(key);
      now += 1_000;
    }
    await expect.poll(() => lastUseOf(id)).toBe('2026-06-07T08:09:00.000Z');
    expect(uses).toBe(1);
    expect(await cache.findActive(key)).toMatchObject({ store });
    await expect.poll(() => lastUseOf(id)).toBe('2026-06-07T08:10:00.000Z');
    expect(uses).toBe(2);
  });

  it('is recorded with one write when many requests come at once', async () => {
    const { key } = await addKey();
    await Promise.all(Array.from({ length: 20 }, () => cache.findActive(key)));
    expect(uses).toBe(1);
  });

  it('is not set back by a process whose clock is behind', async () => {
    const { id } = await addKey();
    for (const minute of ['2026-06-07T08:10:00.000Z', '2026-06-07T08:09:00.000Z']) {
      await change((context) => markKeyUsed(context, id, minute));
    }
    expect(await lastUseOf(id)).toBe('2026-06-07T08:10:00.000Z');
  });

  it('is not recorded for a key that is rejected', async () => {
    const { key, id } = await addKey({ expires_at: new Date(now).toISOString() });
    expect(await cache.findActive(key)).toBeUndefined();
    expect(uses).toBe(0);
    expect(await lastUseOf(id)).toBeNull();
  });

  it('delays and fails no request when it cannot be written, which is logged', async () => {
    const { key } = await addKey();
    const full = { ...database.database, change: () => Promise.reject(new Error('disk full')) };
    const failing = createKeyCache({ database: full, keyring, clock, log });
    expect(await failing.findActive(key)).toMatchObject({ store });
    await expect.poll(() => logLines.join('')).toMatch(/disk full.*use of an API key not recorded/);
    const slow = { ...database.database, change: () => new Promise<never>(() => {}) };
    const waiting = createKeyCache({ database: slow, keyring, clock, log });
    expect(await waiting.findActive(key)).toMatchObject({ store });
  });

  it('leaves the cached agents of the store in place', async () => {
    await addAgent(database, sampleAgent(store.id));
    const cached = await allAgents(database.database.reader(store.id));
    const { id } = await addKey();
    await change((context) => markKeyUsed(context, id, '2026-06-07T08:10:00.000Z'));
    expect(await allAgents(database.database.reader(store.id))).toBe(cached);
  });
});
