import { createKeyring } from '../../auth/keyring.ts';
import type { Context } from '../../db/database.ts';
import type { CatalogImportRecord, StoreRecord } from '../../db/records.ts';
import { readUser } from '../../db/users.ts';
import { newId } from '../../support/ids.ts';
import { addConversation, addReply } from '../../testing/add-messages.ts';
import type { TestDatabase } from '../../testing/database.ts';
import {
  sampleAgent,
  sampleChatbot,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../../testing/sample-records.ts';
import { addAgent, addChatbot, addStore, connectTools, issueKey } from '../../testing/test-shop.ts';
import { operatorActor } from '../audit.ts';
import { beginImport } from '../import-records.ts';
import { saveDocuments } from '../knowledge.ts';
import { leaveMessage } from '../left-messages.ts';
import { openSession, type SignedIn } from '../sessions.ts';
import { inviteMember } from '../users.ts';

export const keyring = createKeyring(Buffer.alloc(32, 5));

/** A store with something for each verb to change. */
export interface Shop {
  readonly store: StoreRecord;
  readonly agentId: string;
  /** An agent that no chatbot uses. */
  readonly freeAgentId: string;
  readonly chatbotId: string;
  readonly keyId: string;
  readonly conversationId: string;
  readonly signedIn: SignedIn;
  /** Of a person who is no owner. */
  readonly memberId: string;
  readonly documentId: string;
  readonly running: CatalogImportRecord;
}

export const visitorId = 'vis_1';
export const document = {
  source: 'a.md',
  title: 'A',
  format: 'text',
  passages: [{ title: 'A', text: 'a' }],
} as const;
export const origin = { sourceName: 'file', owner: 'test' };
export const connection = { url: 'https://tools.example/', headers: {}, allow_private: false };

/** Opens the store in an empty database. */
export async function openShop(database: TestDatabase): Promise<Shop> {
  const store = sampleStore({ plan: 'enterprise' });
  const [used, free] = [sampleAgent(store.id), sampleAgent(store.id)];
  const chatbot = sampleChatbot(store.id, used.id);
  const talk = sampleConversation(store.id, used.id, { visitor_id: visitorId });
  await addStore(database, store);
  for (const each of [used, free]) await addAgent(database, each);
  await addChatbot(database, chatbot);
  await connectTools({ ...database, keyring }, { ...connection, store_id: store.id, type: 'orders' });
  await addConversation(database, talk, sampleMessage(store.id, talk.id));
  const reply = sampleMessage(store.id, talk.id, { id: newId('msg'), role: 'assistant' });
  await addReply(database, reply, sampleReply());
  const { record } = await issueKey({ ...database, keyring }, store);
  const ids = { agentId: used.id, freeAgentId: free.id, chatbotId: chatbot.id };
  return { store, ...ids, ...(await openRest(database, store)), keyId: record.id, conversationId: talk.id };
}

/** People, knowledge and an import of a store. */
async function openRest({ database }: TestDatabase, store: StoreRecord) {
  return database.changeAll(operatorActor, async (all) => {
    const context = all.of(store);
    await inviteMember(context, { email: 'owner@shop.example', role: 'owner' });
    const { member } = await inviteMember(context, { email: 'member@shop.example', role: 'member' });
    const user = await readUser(all.allStores, { email: 'owner@shop.example' });
    const text = { ...document, source: 'b.md' };
    await saveDocuments(context, [text]);
    const [saved] = await saveDocuments(context, [{ ...text, passages: [{ title: 'A', text: 'b' }] }]);
    if (user === undefined || saved === undefined) throw new Error('they were inserted above');
    const signedIn = await openSession(all, user, undefined);
    const running = await beginImport(context, origin);
    return { signedIn, memberId: member.user_id, documentId: saved.id, running };
  });
}

/** The rows of all tables. */
export async function rowsOf({ db }: TestDatabase): Promise<Map<string, object[]>> {
  const tables: string[] = await db('sqlite_master').where({ type: 'table' }).pluck('name');
  const read = async (name: string) => [name, await db<object>(name)] as const;
  return new Map(await Promise.all(tables.map(read)));
}

/** A shopper leaves a message after a reply that failed. */
export async function leave(
  context: Context,
  { store, agentId, conversationId }: Pick<Shop, 'store' | 'agentId' | 'conversationId'>,
): Promise<void> {
  const chatbot = sampleChatbot(store.id, agentId);
  const visitor = {
    storeId: store.id,
    agentId,
    chatbotId: chatbot.id,
    visitorId,
    origin: 'https://shop.example',
  };
  await context.tables('replies').update({ result: 'failed' });
  const message = { conversation_id: conversationId, email: 'ana@shopper.example', text: 'Tents?' };
  await leaveMessage(context, { visitor, chatbot }, { id: 'one', ...message });
}
