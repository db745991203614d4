import { addConversation, addMessage, addReply } from '../testing/add-messages.ts';
import { rateConversations } from './conversations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { fillTimes } from './migrations/0035-times.ts';
import { insertPastConversations } from './past-conversations.ts';
import type { PastConversation } from './records.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

const tables = ['conversations', 'messages', 'replies', 'analytics_hours', 'token_hours', 'time_hours'];
const sorted = (rows: readonly object[]): object[] =>
  rows.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
const ownColumns = ['sequence', 'id', 'store_id', 'agent_id', 'conversation_id', 'message_id'];

describe.each(databases)('conversations that are over, in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('leave the rows and sums that appending their messages one by one leaves', async () => {
    const [bulk, single] = [await createShop(), await createShop()];
    await changeStore(database, bulk.storeId, (context) =>
      insertPastConversations(context, talks(bulk).slice(0, 2)),
    );
    // Some in an hour that has sums already.
    await changeStore(database, bulk.storeId, (context) =>
      insertPastConversations(context, talks(bulk).slice(2)),
    );
    for (const talk of talks(single)) await append(single.storeId, talk);
    const [inserted, appended] = [await rowsOf(bulk.storeId), await rowsOf(single.storeId)];
    expect(inserted).toEqual(appended);
    expect(inserted['analytics_hours']).toHaveLength(2);
    expect(inserted['replies']).toHaveLength(5);
    // The migration that began to count times leaves the same.
    await database.db('time_hours').delete();
    await database.db.transaction(fillTimes);
    expect(await rowsOf(bulk.storeId)).toEqual(inserted);
  });

  interface Shop {
    readonly storeId: string;
    readonly agentId: string;
  }

  async function createShop(): Promise<Shop> {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    return { storeId: store.id, agentId: agent.id };
  }

  function talks(shop: Shop): PastConversation[] {
    const failed = sampleReply({ result: 'failed', error: 'the model failed' });
    return [
      talkOf(shop, { thumb: 'up', replies: [sampleReply(), sampleReply({ model: 'other' })] }),
      talkOf(shop, { thumb: 'down', replies: [sampleReply()] }),
      talkOf(shop, { thumb: null, replies: [failed], created_at: '2026-01-02T04:00:00.000Z' }),
      talkOf(shop, { thumb: null, replies: [sampleReply()], is_test: true }),
    ];
  }

  function talkOf(
    { storeId, agentId }: Shop,
    {
      replies,
      thumb,
      ...change
    }: Pick<PastConversation, 'thumb'> & {
      readonly replies: readonly ReturnType<typeof sampleReply>[];
      readonly created_at?: string;
      readonly is_test?: boolean;
    },
  ): PastConversation {
    const conversation = sampleConversation(storeId, agentId, change);
    const messages = replies.flatMap((reply, index) => [
      { ...sampleMessage(storeId, conversation.id, { text: `question ${index}` }), reply: null },
      { ...sampleMessage(storeId, conversation.id, { role: 'assistant', text: 'reply' }), reply },
    ]);
    return { ...conversation, thumb, messages };
  }

  async function append(storeId: string, { thumb, messages, ...begin }: PastConversation): Promise<void> {
    await addConversation(database, begin);
    for (const { reply, ...message } of messages) {
      if (reply === null) await addMessage(database, message);
      else await addReply(database, message, reply);
    }
    if (thumb !== null)
      await changeStore(database, storeId, (context) =>
        rateConversations(context, new Map([[begin.id, thumb]])),
      );
  }

  async function rowsOf(storeId: string): Promise<Record<string, object[]>> {
    const read = async (table: string) => {
      const rows: object[] = await database.db(table).where('store_id', storeId).orderBy('sequence');
      const kept = rows.map((row) => Object.entries(row).filter(([name]) => !ownColumns.includes(name)));
      const rest: object[] = kept.map((entries) => Object.fromEntries(entries));
      // The rows of sums are locked in an order, and so inserted in it.
      return [table, table.endsWith('_hours') ? sorted(rest) : rest] as const;
    };
    return Object.fromEntries(await Promise.all(tables.map(read)));
  }
});
