import { allSummaries } from '../../db/knowledge.ts';
import type { KnowledgeSummary } from '../../db/records.ts';
import { passagesAsText } from '../../knowledge/split-passages.ts';
import {
  deleteKnowledge,
  findDocument,
  importDocument,
  importKnowledgePage,
  importKnowledgeText,
} from '../../services/knowledge.ts';
import { updateStore } from '../../services/stores.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';

/** What the agents of a store know of the shop (decision 0058). */
export const knowledgeHandlers: HandlersOf<'knowledge'> = {
  async getKnowledge(deps, { store }) {
    const documents = await allSummaries(deps.database.reader(store.id));
    return { status: 200, body: { documents: documents.map(documentView), contact: store.contact } };
  },

  async importKnowledgeText(deps, call) {
    const saved = await importKnowledgeText(deps, changeBy(call), call.body);
    return { status: 201, body: documentView(saved) };
  },

  async importKnowledgeFile(deps, call) {
    const file = { name: call.query.name, bytes: bytesOf(call.request.body) };
    const saved = await importDocument(deps, changeBy(call), file);
    return { status: 201, body: documentView(saved) };
  },

  async importKnowledgeAddress(deps, call) {
    const saved = await importKnowledgePage(deps, changeBy(call), call.body.url);
    return { status: 201, body: documentView(saved) };
  },

  async getKnowledgeDocument({ database }, { store, path }) {
    const document = await findDocument(database.reader(store.id), path.document_id);
    return {
      status: 200,
      body: { document: documentView(document), text: passagesAsText(document.passages) },
    };
  },

  async deleteKnowledge(deps, call) {
    const { path } = call;
    await deps.database.change(changeBy(call), (context) => deleteKnowledge(context, path.document_id));
    return { status: 204, body: undefined };
  },

  async searchKnowledge(deps, { store, query }) {
    const index = await deps.knowledge.get(store.id);
    const found = index.search(query.query);
    const passages = found.map(({ title, text, source }) => ({ title, text, source }));
    return { status: 200, body: { passages, contact: store.contact } };
  },

  async setContact(deps, call) {
    const { contact } = await deps.database.change(changeBy(call), (context) =>
      updateStore(context, call.body),
    );
    return { status: 200, body: { contact } };
  },
};

/** express.raw leaves an empty body as it was. */
function bytesOf(body: unknown): Uint8Array {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function documentView(document: KnowledgeSummary): Schemas['KnowledgeDocument'] {
  const { id, source, title, format, passage_count: passages, imported_at } = document;
  const { answered, last_answered_at } = document;
  return { id, source, title, format, passages, imported_at, answered, last_answered_at };
}
