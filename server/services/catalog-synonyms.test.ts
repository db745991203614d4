import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSynonyms } from '../db/catalog.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore, changeStore } from '../testing/test-shop.ts';
import { addSynonyms } from './catalog-synonyms.ts';

describeOnEngines('words that are added', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('are all kept when they come together, each once', async () => {
    const store = sampleStore();
    await addStore(database, store);
    const lines = ['cap, hat', 'bicycle ! We sell no bicycles.', 'lid, hat', 'cap, hat'];
    await Promise.all(
      lines.map((line) => changeStore(database, store.id, (context) => addSynonyms(context, line))),
    );
    const words = await readSynonyms(database.database.reader(store.id));
    expect(words.split('\n').toSorted()).toEqual(lines.slice(0, 3).toSorted());
  });
});
