import type { VersionedSource } from '../support/version-cache.ts';
import { toRow } from './columns.ts';
import type { Context, Database, StoreReader } from './database.ts';
import type { KnowledgeDocument, KnowledgeSummary } from './records.ts';
import { raiseVersion, readVersion } from './versions.ts';

const summaryColumns = [
  'id',
  'store_id',
  'source',
  'title',
  'format',
  'passage_count',
  'imported_at',
  'answered',
  'last_answered_at',
] as const;

const documentsPerStatement = 50;

/** Inserts documents, and replaces those with the same sources, whose counts stay. */
export async function putDocuments(context: Context, documents: readonly KnowledgeDocument[]): Promise<void> {
  await raiseVersion(context, 'knowledge_versions');
  const rows = documents.map((document) => toRow('knowledge_documents', document));
  for (let start = 0; start < rows.length; start += documentsPerStatement) {
    await context
      .tables('knowledge_documents')
      .insert(rows.slice(start, start + documentsPerStatement))
      .onConflict(['store_id', 'source'])
      .merge(['id', 'title', 'format', 'passages', 'passage_count', 'imported_at']);
  }
}

/** Deletes a document, and returns what it was; undefined where the store has none. */
export async function deleteDocument(context: Context, id: string): Promise<KnowledgeDocument | undefined> {
  const document = await context.tables('knowledge_documents').where({ id }).first();
  if (document === undefined) return undefined;
  await raiseVersion(context, 'knowledge_versions');
  await context.tables('knowledge_documents').where({ id }).delete();
  return document;
}

/** Counts a reply that found its first passage in the document with this source, if there is one. */
export async function countAnswer({ tables, now }: Context, source: string): Promise<void> {
  const document = tables('knowledge_documents').where({ source });
  await document.increment('answered', 1).update({ last_answered_at: now });
}

/** A document with its passages; undefined where the store has none. */
export function readDocumentOf(reader: StoreReader, id: string): Promise<KnowledgeDocument | undefined> {
  return reader.read(async (tables) => tables('knowledge_documents').where({ id }).first());
}

/** The documents of a store without their passages, by source. */
export function allSummaries(reader: StoreReader): Promise<KnowledgeSummary[]> {
  return reader.read(async (tables) =>
    tables('knowledge_documents')
      .orderBy('source')
      .select(...summaryColumns),
  );
}

export function countKnowledge(
  reader: StoreReader,
): Promise<{ readonly documents: number; readonly passages: number }> {
  return reader.read(async (tables) => {
    const [row] = await tables('knowledge_documents')
      .count({ documents: '*' })
      .sum({ passages: 'passage_count' });
    // The sum of no row is null.
    return { documents: Number(row?.['documents']), passages: Number(row?.['passages']) };
  });
}

/** The documents of each store, for an index of them. */
export function knowledgeSource(database: Pick<Database, 'reader'>): VersionedSource<KnowledgeDocument> {
  return {
    list: (storeId) =>
      database.reader(storeId).read(async (tables) => tables('knowledge_documents').orderBy('sequence')),
    version: (storeId) => readVersion(database.reader(storeId), 'knowledge_versions'),
  };
}
