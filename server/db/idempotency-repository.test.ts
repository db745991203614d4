import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { IdempotentRequest } from './records.ts';

const sample = (key: string, createdAt = '2026-01-02T03:04:05.678Z'): IdempotentRequest => ({
  operation: 'createAgent',
  key,
  fingerprint: 'f',
  response: null,
  createdAt,
});

describe.each(databases)('requests with an Idempotency-Key in $name', ({ create }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore(), sampleStore()];
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await database.repositories.stores.insert(each);
  });
  afterAll(() => database.close());

  it('begins once under concurrent calls', async () => {
    const { idempotency } = database.repositories;
    const begun = await Promise.all(
      Array.from({ length: 12 }, () => idempotency.begin(store.id, sample('same'))),
    );
    expect(begun.filter((each) => each === 'begun')).toHaveLength(1);
    expect(begun.filter((each) => each !== 'begun')[0]).toEqual(sample('same'));
  });

  it('returns the stored response for this store and this operation only', async () => {
    const { idempotency } = database.repositories;
    await idempotency.begin(store.id, sample('kept'));
    await idempotency.finish(store.id, sample('kept'), '{"status":201}');
    expect(await idempotency.begin(store.id, sample('kept'))).toMatchObject({
      response: '{"status":201}',
    });
    expect(await idempotency.begin(other.id, sample('kept'))).toBe('begun');
    expect(await idempotency.begin(store.id, { ...sample('kept'), operation: 'streamAgentChat' })).toBe(
      'begun',
    );
  });

  it('lets one attempt take over a request in progress, and ignores the earlier attempt from then on', async () => {
    const { idempotency } = database.repositories;
    const lost = sample('lost');
    await idempotency.begin(store.id, lost);
    const times = Array.from({ length: 8 }, (_, index) => `2026-01-02T04:00:00.00${index}Z`);
    const taken = await Promise.all(times.map((time) => idempotency.takeOver(store.id, lost, time)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await idempotency.finish(store.id, lost, 'late');
    await idempotency.release(store.id, lost);
    const createdAt = times[taken.indexOf(true)] ?? '';
    expect(await idempotency.begin(store.id, lost)).toEqual({ ...lost, createdAt });
    await idempotency.finish(store.id, { ...lost, createdAt }, 'done');
    expect(await idempotency.takeOver(store.id, { ...lost, createdAt }, lost.createdAt)).toBe(false);
    expect(await idempotency.begin(store.id, lost)).toMatchObject({ response: 'done' });
  });

  it('frees the key of a released request and of every old one', async () => {
    const { idempotency } = database.repositories;
    await idempotency.begin(store.id, sample('gone'));
    await idempotency.release(store.id, sample('gone'));
    expect(await idempotency.begin(store.id, sample('gone', '2026-01-01T00:00:00.000Z'))).toBe('begun');
    await idempotency.removeBefore('2026-01-02T00:00:00.000Z');
    expect(await idempotency.begin(store.id, sample('gone'))).toBe('begun');
  });
});
