import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { IdempotentRequest } from './records.ts';

const sample = (key: string, createdAt = '2026-01-02T03:04:05.678Z'): IdempotentRequest => ({
  operation: 'createAgent',
  key,
  fingerprint: 'f',
  answer: null,
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

  it('begins once, however many ask at the same time', async () => {
    const { idempotency } = database.repositories;
    const begun = await Promise.all(
      Array.from({ length: 12 }, () => idempotency.begin(store.id, sample('same'))),
    );
    expect(begun.filter((each) => each === 'begun')).toHaveLength(1);
    expect(begun.filter((each) => each !== 'begun')[0]).toEqual(sample('same'));
  });

  it('answers with what was stored, for this store and this operation only', async () => {
    const { idempotency } = database.repositories;
    await idempotency.begin(store.id, sample('kept'));
    await idempotency.finish(store.id, 'createAgent', 'kept', '{"status":201}');
    expect(await idempotency.begin(store.id, sample('kept'))).toMatchObject({ answer: '{"status":201}' });
    expect(await idempotency.begin(other.id, sample('kept'))).toBe('begun');
    expect(await idempotency.begin(store.id, { ...sample('kept'), operation: 'streamAgentChat' })).toBe(
      'begun',
    );
  });

  it('forgets a request, and everything that is old', async () => {
    const { idempotency } = database.repositories;
    await idempotency.begin(store.id, sample('gone'));
    await idempotency.forget(store.id, 'createAgent', 'gone');
    expect(await idempotency.begin(store.id, sample('gone', '2026-01-01T00:00:00.000Z'))).toBe('begun');
    await idempotency.removeBefore('2026-01-02T00:00:00.000Z');
    expect(await idempotency.begin(store.id, sample('gone'))).toBe('begun');
  });
});
