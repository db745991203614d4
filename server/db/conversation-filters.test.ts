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
import type { Result } from './records.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

describe.each(databases)('the filters of conversations in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('finds conversations with a result, and in which a product was shown, clicked or put into the cart', async () => {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const add = async (...own: Result[]): Promise<string> => {
      const { id, ...others } = sampleConversation(store.id, agent.id, { visitor_id: 'vis_one' });
      await addConversation(database, { id, ...others });
      for (const result of own) {
        const reply = sampleMessage(store.id, id, { role: 'assistant' });
        await addReply(database, reply, sampleReply({ result }));
      }
      return id;
    };
    const [answered, other] = [await add('not_known', 'helped'), await add('not_known')];
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
    expect(await find({ result: 'helped' })).toEqual([answered]);
    expect(await find({ result: 'not_known' })).toEqual([answered, other].toSorted().toReversed());
    expect(await find({ result: 'failed' })).toEqual([]);
    expect(await find({ product: 'shown' })).toEqual([other]);
    expect(await find({ product: 'clicked' })).toEqual([]);
    expect(await find({ product: 'added' })).toEqual([answered]);
  });
});
