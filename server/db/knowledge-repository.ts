import type { Knex } from 'knex';
import type { KnowledgeDocument, KnowledgeSummary, Passage } from './records.ts';
import type { KnowledgeRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface SummaryRow {
  id: string;
  store_id: string;
  source: string;
  title: string;
  format: KnowledgeDocument['format'];
  passage_count: number;
  imported_at: string;
}

interface DocumentRow extends SummaryRow {
  passages: string;
}

const summaryColumns = [
  'id',
  'store_id',
  'source',
  'title',
  'format',
  'passage_count',
  'imported_at',
] as const;

const documentsPerStatement = 50;

/** The shop's knowledge over the tables `knowledge_documents` and `knowledge_versions`. */
export function createKnowledgeRepository(db: Knex, write: Write): KnowledgeRepository {
  const ofStore = (storeId: string) => db<DocumentRow>('knowledge_documents').where({ store_id: storeId });
  return {
    async put(storeId, documents) {
      const rows = documents.map(toRow);
      await write(async (trx) => {
        await raiseVersion(trx, storeId);
        for (let start = 0; start < rows.length; start += documentsPerStatement) {
          await trx<DocumentRow>('knowledge_documents')
            .insert(rows.slice(start, start + documentsPerStatement))
            .onConflict(['store_id', 'source'])
            .merge(['id', 'title', 'format', 'passages', 'passage_count', 'imported_at']);
        }
      });
    },
    async remove(storeId, documentId) {
      return write(async (trx) => {
        const table = () =>
          trx<DocumentRow>('knowledge_documents').where({ store_id: storeId, id: documentId });
        const row = await table().first(...summaryColumns);
        if (row === undefined) return undefined;
        await raiseVersion(trx, storeId);
        await table().delete();
        return toSummary(row);
      });
    },
    async list(storeId) {
      return (await ofStore(storeId).orderBy('sequence')).map(toDocument);
    },
    async listSummaries(storeId) {
      return (
        await ofStore(storeId)
          .orderBy('source')
          .select(...summaryColumns)
      ).map(toSummary);
    },
    async count(storeId) {
      const row = await db('knowledge_documents')
        .where({ store_id: storeId })
        .count({ documents: '*' })
        .sum({ passages: 'passage_count' })
        .first();
      // PostgreSQL returns counts and sums as text; the sum of no row is null.
      return { documents: Number(row?.['documents']), passages: Number(row?.['passages']) };
    },
    async version(storeId) {
      const row = await db('knowledge_versions').where({ store_id: storeId }).first('version');
      // PostgreSQL returns a bigint as text.
      return Number(row?.version ?? 0);
    },
  };
}

/** Also locks the row, so that concurrent imports into one store wait for each other, and count exactly. */
async function raiseVersion(trx: Knex.Transaction, storeId: string): Promise<void> {
  await trx('knowledge_versions')
    .insert({ store_id: storeId, version: 1 })
    .onConflict('store_id')
    .merge({ version: trx.raw('knowledge_versions.version + 1') });
}

function toRow(document: KnowledgeDocument): DocumentRow {
  return {
    id: document.id,
    store_id: document.storeId,
    source: document.source,
    title: document.title,
    format: document.format,
    passages: JSON.stringify(document.passages),
    passage_count: document.passages.length,
    imported_at: document.importedAt,
  };
}

function toSummary(row: SummaryRow): KnowledgeSummary {
  return {
    id: row.id,
    storeId: row.store_id,
    source: row.source,
    title: row.title,
    format: row.format,
    passageCount: row.passage_count,
    importedAt: row.imported_at,
  };
}

function toDocument(row: DocumentRow): KnowledgeDocument {
  const { passageCount: _, ...summary } = toSummary(row);
  // Written by `toRow`.
  return { ...summary, passages: JSON.parse(row.passages) as Passage[] };
}
