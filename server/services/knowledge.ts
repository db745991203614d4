import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Keyring } from '../auth/keyring.ts';
import type { ChangeBy, Context, Database, StoreReader } from '../db/database.ts';
import { countKnowledge, deleteDocument, putDocuments, readDocumentOf } from '../db/knowledge.ts';
import type { FieldChange, KnowledgeDocument, KnowledgeSummary } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { type DocumentSource, maxPassages, type ReadDocument } from '../knowledge/read-document.ts';
import { maxTitleLength } from '../knowledge/split-passages.ts';
import type { Readers } from '../quarantine/readers.ts';
import { newId } from '../support/ids.ts';
import { audit, type AuditEvent } from './audit.ts';
import { parseFeedAddress } from './feed-download.ts';
import { downloadPage } from './page-download.ts';
import { finishReading, forgetPage, putSource } from './sources.ts';
import { parseInput, text } from './parse-input.ts';

export interface KnowledgeImportDeps {
  readonly database: Database;
  readonly readers: Pick<Readers, 'readDocument'>;
}

/** Of one store. */
export const maxDocuments = 500;

/** PostgreSQL indexes at most 2,704 bytes a row: 500 characters of 4 bytes fit. */
const maxSourceLength = 500;

const textInput = z.object({ title: text(maxTitleLength), text: text(100_000) });

/**
 * Imports files into a store's knowledge, all or none: each replaces the document with the same source. Throws ServiceError
 * `invalid_request` with the name of the file that cannot be imported, or for too many.
 */
export async function importKnowledge(
  { database, readers }: KnowledgeImportDeps,
  by: ChangeBy,
  sources: readonly DocumentSource[],
): Promise<KnowledgeSummary[]> {
  const documents: ReadDocument[] = [];
  for (const source of sources) documents.push(await readers.readDocument(by.store.id, source));
  return database.change(by, (context) => saveDocuments(context, documents));
}

/** The same for one document. */
export async function importDocument(
  deps: KnowledgeImportDeps,
  by: ChangeBy,
  source: DocumentSource,
): Promise<KnowledgeSummary> {
  return onlySaved(await importKnowledge(deps, by, [source]));
}

function onlySaved([saved]: readonly KnowledgeSummary[]): KnowledgeSummary {
  if (saved === undefined) throw new Error('one document gives one summary');
  return saved;
}

/** The same for a page of the public internet, whose address is kept. */
export async function importKnowledgePage(
  deps: KnowledgeImportDeps & { readonly keyring: Pick<Keyring, 'sealText'> },
  by: ChangeBy,
  url: string,
): Promise<KnowledgeSummary> {
  const read = await deps.readers.readDocument(by.store.id, await downloadPage(parseFeedAddress(url)));
  return deps.database.change(by, async (context) => {
    const saved = onlySaved(await saveDocuments(context, [read]));
    const source = { kind: 'page', name: saved.source, address: { url } } as const;
    await finishReading(context, await putSource(context, deps.keyring, source), null);
    return saved;
  });
}

/** The same for text that a person has typed: Markdown, or questions and answers. Its title is its source. */
export async function importKnowledgeText(
  deps: KnowledgeImportDeps,
  by: ChangeBy,
  input: z.input<typeof textInput>,
): Promise<KnowledgeSummary> {
  const { title, text: content } = parseInput(textInput, input);
  const read = await deps.readers.readDocument(by.store.id, { name: title, text: content });
  return deps.database.change(by, async (context) => {
    // What a person has written is not replaced by the page that it was.
    await forgetPage(context, title);
    return onlySaved(await saveDocuments(context, [read]));
  });
}

/** A document with its passages. Throws ServiceError `not_found`. */
export async function findDocument(reader: StoreReader, documentId: string): Promise<KnowledgeDocument> {
  return requireFound(await readDocumentOf(reader, documentId), documentNotFound(documentId));
}

/** Removes a document with its passages. Throws ServiceError `not_found`. */
export async function deleteKnowledge(context: Context, documentId: string): Promise<KnowledgeSummary> {
  const deleted = requireFound(await deleteDocument(context, documentId), documentNotFound(documentId));
  await forgetPage(context, deleted.source);
  const { passages: _passages, ...summary } = deleted;
  const changes = textChange(deleted, null);
  await audit(context, { action: 'knowledge.deleted', subject: documentId, detail: deleted.source, changes });
  return summary;
}

/** Stores documents that were read. Throws as `importKnowledge` does. */
export async function saveDocuments(
  context: Context,
  read: readonly ReadDocument[],
): Promise<KnowledgeSummary[]> {
  for (const { source } of read) requireShortSource(source);
  // Names may be equal after a folder is read twice: the last one wins.
  const unique = [...new Map(read.map((document) => [document.source, document])).values()];
  const { storeId: store_id, tables, now: imported_at } = context;
  const documents = unique.map((document) => ({
    ...document,
    id: newId('kno'),
    store_id,
    passage_count: document.passages.length,
    imported_at,
    answered: 0,
    last_answered_at: null,
  }));
  const [first] = unique;
  const replaced =
    unique.length === 1 && first !== undefined
      ? await tables('knowledge_documents').where({ source: first.source }).first()
      : undefined;
  await putDocuments(context, documents);
  requireWithinLimits(await countKnowledge(context));
  const changes = replaced && first ? textChange(replaced, first) : [];
  await audit(context, { ...importEvent(documents), changes });
  return documents.map(({ passages: _passages, ...summary }) => summary);
}

/** The change of a text, whole, as `undoChange` puts it back. */
function textChange(before: ReadDocument, after: ReadDocument | null): FieldChange[] {
  const fieldsOf = ({ source, title, format, passages }: ReadDocument) => ({
    source,
    title,
    format,
    passages,
  });
  if (isDeepStrictEqual(before.passages, after?.passages)) return [];
  return [{ field: 'text', before: fieldsOf(before), after: after && fieldsOf(after) }];
}

function documentNotFound(id: string): string {
  return `there is no document ${id} in the knowledge of this store`;
}

function importEvent(summaries: readonly Pick<KnowledgeSummary, 'id' | 'source'>[]): AuditEvent {
  const [first] = summaries;
  const more = summaries.length - 1;
  const detail = `${first?.source ?? ''}${more > 0 ? ` and ${more} more` : ''}`;
  return { action: 'knowledge.imported', ...(first && { subject: first.id }), detail };
}

function requireShortSource(source: string): void {
  if (source.length > maxSourceLength) {
    const start = source.slice(0, 50).toWellFormed();
    throw new ServiceError(
      'invalid_request',
      `${start}…: the name is longer than ${maxSourceLength} characters`,
    );
  }
}

/** Throws ServiceError `invalid_request`, which undoes the import. */
function requireWithinLimits(count: { readonly documents: number; readonly passages: number }): void {
  if (count.documents > maxDocuments) throw tooMuch(`${maxDocuments} documents`);
  if (count.passages > maxPassages) throw tooMuch(`${maxPassages} passages`);
}

function tooMuch(limit: string): ServiceError {
  const message = `the knowledge of a store has at most ${limit}: delete what is not needed any more`;
  return new ServiceError('invalid_request', message);
}
