import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKnowledgeStore } from '../knowledge/knowledge-index.ts';
import { maxPassages } from '../knowledge/read-document.ts';
import { ownReaders } from '../quarantine/readers.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { operatorActor } from './audit.ts';
import {
  deleteKnowledge,
  importKnowledge,
  importKnowledgeText,
  type KnowledgeImportDeps,
  maxDocuments,
} from './knowledge.ts';
import { changeStore, auditOf, addStore } from '../testing/test-shop.ts';
import { countKnowledge, allSummaries, knowledgeSource } from '../db/knowledge.ts';

describeOnEngines('knowledge', ({ create }) => {
  let database: TestDatabase;
  let deps: KnowledgeImportDeps;
  beforeAll(async () => {
    database = await create();
    deps = { ...database, readers: ownReaders };
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }

  const by = (id: string) => ({ store: sampleStore({ id }), actor: operatorActor });
  const remove = (storeId: string, documentId = '') =>
    changeStore(database, storeId, (context) => deleteKnowledge(context, documentId));

  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
  const load = (storeId: string, ...files: ReturnType<typeof file>[]) =>
    importKnowledge(deps, by(storeId), files);
  const list = (storeId: string) => allSummaries(database.database.reader(storeId));
  const sources = async (storeId: string) =>
    (await list(storeId)).map(({ source, passage_count: count }) => [source, count]);

  it('replaces the document with the same source, and indexes again for another process', async () => {
    const storeId = await newStore();
    const otherProcess = createKnowledgeStore(knowledgeSource(database.database));
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
    const [first] = await list(storeId);
    await remove(storeId, first?.id);
    expect((await otherProcess.get(storeId)).search('returns')).toEqual([]);
  });

  it('keeps stores apart: neither lists, finds nor deletes what is of another one', async () => {
    const [mine, other] = [await newStore(), await newStore()];
    const [document] = await load(mine, file('a.md', '# Returns\n14 days.'));
    expect(await sources(other)).toEqual([]);
    expect(
      (await createKnowledgeStore(knowledgeSource(database.database)).get(other)).search('returns'),
    ).toEqual([]);
    await expect(remove(other, document?.id)).rejects.toThrow('no document');
    expect(await sources(mine)).toEqual([['a.md', 1]]);
  });

  it('writes all files of an import or none, with an entry in the audit log', async () => {
    const storeId = await newStore();
    await load(storeId, file('a.md', '# A\ntext'), file('b.md', '# B\ntext'));
    await expect(load(storeId, file('a.md', '# New\ntext'), file('c.md', ''))).rejects.toThrow(
      'c.md: it has no text',
    );
    const [document] = await list(storeId);
    expect(document?.title).toBe('A');
    await remove(storeId, document?.id);
    const log = await auditOf(database, storeId);
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
    expect(await countKnowledge(database.database.reader(storeId))).toEqual({
      documents: 500,
      passages: 500,
    });
  });

  it('stores typed text under its title, which may have 200 characters of four bytes', async () => {
    const storeId = await newStore();
    const title = '🪔'.repeat(100);
    const stored = await importKnowledgeText(deps, by(storeId), { title, text: 'Q: Open?\nA: Yes.' });
    expect(stored).toMatchObject({ source: title, title, passage_count: 1 });
    await expect(importKnowledgeText(deps, by(storeId), { title: '', text: 'a\0' })).rejects.toThrow(
      'title must not be empty; text must be valid text without NUL',
    );
    const long = file(`${'界'.repeat(498)}.md`, '# A\ntext');
    await expect(load(storeId, long)).rejects.toThrow('the name is longer than 500 characters');
  });
});
