import type { KnowledgeDocument } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';
import { buildKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';

/** The searchable knowledge of each store. */
export type KnowledgeStore = VersionCache<KnowledgeIndex>;

/** `source` has the documents of each store: the knowledge repository. */
export function createKnowledgeStore(source: VersionedSource<KnowledgeDocument>): KnowledgeStore {
  return createVersionCache(source, buildKnowledgeIndex);
}
