import { addConversation, addReply } from '../testing/add-messages.ts';
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
import { type ConversationFilter, listConversations } from './conversations.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

describe.each(databases)('the filters of conversations in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('finds what was answered, and in which a product was shown, clicked or put into the cart', async () => {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const add = async (is_answered: boolean): Promise<string> => {
      const { id, ...others } = sampleConversation(store.id, agent.id, { visitor_id: 'vis_one' });
      await addConversation(database, { id, ...others });
      const reply = sampleMessage(store.id, id, { role: 'assistant' });
      await addReply(database, reply, sampleReply({ is_answered }));
      return id;
    };
    const [answered, other] = [await add(true), await add(false)];
    const event = {
      store_id: store.id,
      chatbot_id: 'cbt_one',
      agent_id: agent.id,
      visitor_id: 'vis_one',
      product_id: 'boot',
    };
    await changeStore(database, store.id, async ({ tables }) => {
      await tables('widget_events').insert([
        { ...event, conversation_id: other, type: 'product_shown', at: '2026-01-02T03:05:00.000Z' },
        { ...event, conversation_id: answered, type: 'product_added', at: '2026-01-02T03:05:01.000Z' },
      ]);
    });
    const find = async (filter: ConversationFilter): Promise<string[]> => {
      const found = await listConversations(database.database.reader(store.id), filter, {
        after: undefined,
        limit: 9,
      });
      return found.map(({ id }) => id);
    };
    expect(await find({ answered: true })).toEqual([answered]);
    expect(await find({ answered: false })).toEqual([other]);
    expect(await find({ product: 'shown' })).toEqual([other]);
    expect(await find({ product: 'clicked' })).toEqual([]);
    expect(await find({ product: 'added' })).toEqual([answered]);
  });
});
