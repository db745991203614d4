import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnowledgeStore } from '../knowledge/knowledge-index.ts';
import { maxPassages } from '../knowledge/read-document.ts';
import { ownReaders } from '../quarantine/readers.ts';
import { systemClock } from '../support/clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { operatorActor } from './audit.ts';
import {
  deleteKnowledge,
  importKnowledge,
  importKnowledgeText,
  type KnowledgeImportDeps,
  listKnowledge,
  maxDocuments,
} from './knowledge.ts';
import { addStore } from '../testing/test-shop.ts';

describe.each(databases)('knowledge in $name', ({ create }) => {
  let database: TestDatabase;
  let deps: KnowledgeImportDeps;
  beforeAll(async () => {
    database = await create();
    deps = { ...database, clock: systemClock, readers: ownReaders };
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }

  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
  const load = (storeId: string, ...files: ReturnType<typeof file>[]) =>
    importKnowledge(deps, storeId, files, operatorActor);
  const sources = async (storeId: string) =>
    (await listKnowledge(deps, storeId)).map(({ source, passageCount }) => [source, passageCount]);

  it('replaces the document with the same source, and indexes again for another process', async () => {
    const storeId = await newStore();
    const otherProcess = createKnowledgeStore(database.repositories.knowledge);
    await load(
      storeId,
      file('a.md', '# Returns\n14 days.\n# Refunds\nTo the card.'),
      file('b.md', '# Pay\nCard.'),
    );
    expect((await otherProcess.get(storeId)).search('returns')[0]?.text).toBe('14 days.');
    await load(storeId, file('a.md', '# Returns\n30 days.'));
    expect((await otherProcess.get(storeId)).search('returns')[0]?.text).toBe('30 days.');
    expect(await sources(storeId)).toEqual([
      ['a.md', 1],
      ['b.md', 1],
    ]);
    const [first] = await listKnowledge(deps, storeId);
    await deleteKnowledge(deps, storeId, first?.id ?? '', operatorActor);
    expect((await otherProcess.get(storeId)).search('returns')).toEqual([]);
  });

  it('keeps stores apart: neither lists, finds nor deletes what is of another one', async () => {
    const [mine, other] = [await newStore(), await newStore()];
    const [document] = await load(mine, file('a.md', '# Returns\n14 days.'));
    expect(await sources(other)).toEqual([]);
    expect(
      (await createKnowledgeStore(database.repositories.knowledge).get(other)).search('returns'),
    ).toEqual([]);
    await expect(deleteKnowledge(deps, other, document?.id ?? '', operatorActor)).rejects.toThrow(
      'no document',
    );
    expect(await sources(mine)).toEqual([['a.md', 1]]);
  });

  it('writes all files of an import or none, with an entry in the audit log', async () => {
    const storeId = await newStore();
    await load(storeId, file('a.md', '# A\ntext'), file('b.md', '# B\ntext'));
    await expect(load(storeId, file('a.md', '# New\ntext'), file('c.md', ''))).rejects.toThrow(
      'c.md: it has no text',
    );
    const [document] = await listKnowledge(deps, storeId);
    expect(document?.title).toBe('A');
    await deleteKnowledge(deps, storeId, document?.id ?? '', operatorActor);
    const log = await database.repositories.audit.list(storeId, { after: undefined, limit: 10 });
    expect(log?.map(({ action, detail }) => [action, detail])).toEqual([
      ['knowledge.deleted', 'a.md'],
      ['knowledge.imported', 'a.md and 1 more'],
    ]);
  });

  it('rejects what is too much, and keeps what was there', async () => {
    const storeId = await newStore();
    const files = Array.from({ length: maxDocuments }, (_, index) => file(`${index}.md`, '# A\ntext'));
    await load(storeId, ...files);
    await expect(load(storeId, file('one-more.md', '# A\ntext'))).rejects.toThrow('at most 500 documents');
    const passages = Array.from({ length: maxPassages }, (_, index) => `# ${index}\ntext`).join('\n');
    await expect(load(storeId, file('0.md', passages))).rejects.toThrow('at most 2000 passages');
    await load(storeId, file('0.md', '# A\ntext'));
    expect(await database.repositories.knowledge.count(storeId)).toEqual({ documents: 500, passages: 500 });
  });

  it('stores typed text under its title, which may have 200 characters of four bytes', async () => {
    const storeId = await newStore();
    const title = '🪔'.repeat(100);
    const stored = await importKnowledgeText(
      deps,
      storeId,
      { title, text: 'Q: Open?\nA: Yes.' },
      operatorActor,
    );
    expect(stored).toMatchObject({ source: title, title, passageCount: 1 });
    await expect(
      importKnowledgeText(deps, storeId, { title: '', text: 'a\0' }, operatorActor),
    ).rejects.toThrow('title must not be empty; text must be valid text without NUL');
    const long = file(`${'界'.repeat(498)}.md`, '# A\ntext');
    await expect(load(storeId, long)).rejects.toThrow('the name is longer than 500 characters');
  });
});
