import { isDeepStrictEqual } from 'node:util';
import { presentAgents } from '../db/agents.ts';
import { findChatbot } from '../db/chatbots.ts';
import type { Context } from '../db/database.ts';
import type { AuditRecord, FieldChange } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import type { ReadDocument } from '../knowledge/read-document.ts';
import { updateAgent } from './agents.ts';
import { replaceChatbot } from './chatbots.ts';
import { withoutChanges } from './field-changes.ts';
import { saveDocuments } from './knowledge.ts';

/**
 * Changes back what an entry of the audit log has changed, which is a change with an entry of its own. Throws ServiceError
 * `not_found` for the entry, or for what it is about, and `conflict` for an entry that cannot be undone, and where a field has
 * changed again since.
 */
export async function undoChange(context: Context, entryId: string): Promise<void> {
  const stored = await context.tables('audit_log').where({ id: entryId }).first();
  const entry = requireFound(stored, `there is no entry ${entryId} in the audit log`);
  const { changes, subject } = entry;
  const undo = undoOf[entry.action];
  if (changes === null || subject === null || undo === undefined)
    throw new ServiceError('conflict', 'this change cannot be undone');
  await undo(context, subject, changes);
}

type Undo = (context: Context, subject: string, changes: readonly FieldChange[]) => Promise<unknown>;

const undoOf: Partial<Record<AuditRecord['action'], Undo>> = {
  'agent.updated': async (context, id, changes) => {
    const present = await presentAgents(context.tables).where({ id }).forUpdate().first();
    const agent = requireFound(present, 'the agent is deleted');
    const { description, ...before } = required(withoutChanges(agent, changes));
    await updateAgent(context, id, { ...before, ...(description !== null && { description }) });
  },
  'chatbot.updated': async (context, id, changes) => {
    await replaceChatbot(context, id, required(withoutChanges(await findChatbot(context, id), changes)));
  },
  'knowledge.imported': undoText,
  'knowledge.deleted': undoText,
};

/** A text of the shop's knowledge has another id with each import: it is found by its name. */
async function undoText(context: Context, _id: string, [change]: readonly FieldChange[]): Promise<void> {
  // What `textChange` of knowledge.ts has stored.
  const { before, after } = change as { readonly before: ReadDocument; readonly after: ReadDocument | null };
  const present = await context.tables('knowledge_documents').where({ source: before.source }).first();
  if (!isDeepStrictEqual(present?.passages, after?.passages)) required(undefined);
  await saveDocuments(context, [before]);
}

function required<Value>(record: Value | undefined): Value {
  if (record !== undefined) return record;
  throw new ServiceError('conflict', 'it was changed again since: undo the later change first');
}
