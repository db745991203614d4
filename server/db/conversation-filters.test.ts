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
import type { ConversationFilter } from './repositories.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';

describe.each(databases)('the filters of conversations in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('finds what was answered, and in which a product was shown, clicked or put into the cart', async () => {
    const { conversations, messages, widgetEvents } = database.repositories;
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const add = async (isAnswered: boolean): Promise<string> => {
      const { id, ...others } = sampleConversation(store.id, agent.id, { visitorId: 'vis_one' });
      await conversations.insert(store.id, { id, ...others });
      const reply = sampleMessage(store.id, id, { role: 'assistant' });
      await messages.appendReply(store.id, reply, sampleReply({ isAnswered }));
      return id;
    };
    const [answered, other] = [await add(true), await add(false)];
    const event = { chatbotId: 'cbt_one', agentId: agent.id, visitorId: 'vis_one', productId: 'boot' };
    await widgetEvents.insert(store.id, [
      { ...event, conversationId: other, type: 'product_shown', at: '2026-01-02T03:05:00.000Z' },
      { ...event, conversationId: answered, type: 'product_added', at: '2026-01-02T03:05:01.000Z' },
    ]);
    const find = async (filter: ConversationFilter): Promise<string[]> => {
      const found = await conversations.list(store.id, filter, { after: undefined, limit: 9 });
      return found.map(({ id }) => id);
    };
    expect(await find({ isAnswered: true })).toEqual([answered]);
    expect(await find({ isAnswered: false })).toEqual([other]);
    expect(await find({ product: 'shown' })).toEqual([other]);
    expect(await find({ product: 'clicked' })).toEqual([]);
    expect(await find({ product: 'added' })).toEqual([answered]);
  });
});
