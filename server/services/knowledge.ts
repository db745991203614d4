import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { KnowledgeSummary } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type DocumentSource, maxPassages, type ReadDocument } from '../knowledge/read-document.ts';
import { maxTitleLength } from '../knowledge/split-passages.ts';
import type { Readers } from '../quarantine/readers.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, audited, type AuditEvent } from './audit.ts';
import { downloadPage } from './page-download.ts';
import { parseFeedAddress } from './feed-download.ts';
import { parseInput, text } from './parse-input.ts';
import { findStore } from './stores.ts';

export interface KnowledgeDeps {
  readonly database: Database;
  readonly repositories: Pick<Repositories, 'knowledge' | 'transaction'>;
  readonly clock: Clock;
}

export interface KnowledgeImportDeps extends KnowledgeDeps {
  readonly readers: Pick<Readers, 'readDocument'>;
}

/** Of one store. */
export const maxDocuments = 500;

/** PostgreSQL indexes at most 2,704 bytes a row: 500 characters of 4 bytes fit. */
const maxSourceLength = 500;

const textInput = z.object({ title: text(maxTitleLength), text: text(100_000) });

/**
 * Imports files into a store's knowledge, all or none: each replaces the document with the same source. Throws ServiceError
 * `not_found`, and `invalid_request` with the name of the file that cannot be imported, or for too many.
 */
export async function importKnowledge(
  deps: KnowledgeImportDeps,
  storeId: string,
  sources: readonly DocumentSource[],
  actor: Actor,
): Promise<KnowledgeSummary[]> {
  const documents: ReadDocument[] = [];
  for (const source of sources) documents.push(await deps.readers.readDocument(storeId, source));
  return save(deps, storeId, documents, actor);
}

/** The same for one document. */
export async function importDocument(
  deps: KnowledgeImportDeps,
  storeId: string,
  source: DocumentSource,
  actor: Actor,
): Promise<KnowledgeSummary> {
  const [saved] = await importKnowledge(deps, storeId, [source], actor);
  if (saved === undefined) throw new Error('one document gives one summary');
  return saved;
}

/** The same for a page of the public internet. */
export async function importKnowledgePage(
  deps: KnowledgeImportDeps,
  storeId: string,
  url: string,
  actor: Actor,
): Promise<KnowledgeSummary> {
  return importDocument(deps, storeId, await downloadPage(parseFeedAddress(url)), actor);
}

/** The same for text that a person has typed: Markdown, or questions and answers. Its title is its source. */
export async function importKnowledgeText(
  deps: KnowledgeImportDeps,
  storeId: string,
  input: z.input<typeof textInput>,
  actor: Actor,
): Promise<KnowledgeSummary> {
  const { title, text: content } = parseInput(textInput, input);
  return importDocument(deps, storeId, { name: title, text: content }, actor);
}

/** By source. Throws ServiceError `not_found` for an unknown store. */
export async function listKnowledge(
  deps: Pick<KnowledgeDeps, 'database' | 'repositories'>,
  storeId: string,
): Promise<KnowledgeSummary[]> {
  await findStore(deps, storeId);
  return deps.repositories.knowledge.listSummaries(storeId);
}

/** Removes a document with its passages. Throws ServiceError `not_found`. */
export async function deleteKnowledge(
  deps: KnowledgeDeps,
  storeId: string,
  documentId: string,
  actor: Actor,
): Promise<KnowledgeSummary> {
  return audited(
    deps,
    async ({ repositories }) => {
      const removed = await repositories.knowledge.remove(storeId, documentId);
      if (removed !== undefined) return removed;
      throw new ServiceError(
        'not_found',
        `there is no document ${documentId} in the knowledge of this store`,
      );
    },
    ({ source }) => ({
      storeIds: [storeId],
      actor,
      action: 'knowledge.deleted',
      subject: documentId,
      detail: source,
    }),
  );
}

async function save(
  deps: KnowledgeDeps,
  storeId: string,
  read: readonly ReadDocument[],
  actor: Actor,
): Promise<KnowledgeSummary[]> {
  for (const { source } of read) requireShortSource(source);
  // Names may be equal after a folder is read twice: the last one wins.
  const unique = [...new Map(read.map((document) => [document.source, document])).values()];
  const importedAt = timestamp(deps.clock);
  await findStore(deps, storeId);
  const documents = unique.map((document) => ({ ...document, id: newId('kno'), storeId, importedAt }));
  const summaries = documents.map(({ passages, ...rest }) => ({ ...rest, passageCount: passages.length }));
  return audited(
    deps,
    async ({ repositories }) => {
      await repositories.knowledge.put(storeId, documents);
      requireWithinLimits(await repositories.knowledge.count(storeId));
      return summaries;
    },
    () => ({ storeIds: [storeId], actor, ...importEvent(summaries) }),
  );
}

function importEvent(summaries: readonly KnowledgeSummary[]): AuditEvent {
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
