import { expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { createTestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { systemClock } from '../support/clock.ts';
import { ownReaders } from '../quarantine/readers.ts';
import { createLog } from '../support/log.ts';
import { operatorActor } from './audit.ts';
import { createBackgroundImports } from './background-imports.ts';
import { addStore } from '../testing/test-shop.ts';
import { importsOf } from '../testing/test-imports.ts';

it('fails an import for which the database cannot be opened, and reads the rest of its upload', async () => {
  const { database, close } = await createTestDatabase();
  const store = sampleStore();
  await addStore({ database }, store);
  const imports = createBackgroundImports({
    database,
    clock: systemClock,
    readers: ownReaders,
    log: createLog('silent', { write: () => undefined }),
    owner: 'test',
    keyring: createKeyring(Buffer.alloc(32, 5)),
    fetch: () => Promise.reject(new Error('nothing is fetched')),
    config: { databaseUrl: null, dataDir: '/dev/null', databaseDeadlineMs: 1_000 },
  });
  let isDrained = false;
  const chunks = new Blob(['{"id":"mug","title":"Mug","price":"5 EUR"}\n']).stream();
  const source = { chunks, drain: () => (isDrained = true), destroy: () => undefined };
  const input = { source, currency: undefined, replace: false };
  const { id } = await imports.start({ store, actor: operatorActor }, input);
  await imports.close(1_000);
  const failed = { status: 'failed', error: expect.stringContaining('the import failed') };
  expect(await importsOf({ database }, store.id)).toMatchObject([{ id, ...failed }]);
  expect(isDrained).toBe(true);
  await close();
});
