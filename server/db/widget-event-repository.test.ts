import { markPlaced, updateChatbot } from '../services/chatbots.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleConversation, sampleStore } from '../testing/sample-records.ts';
import { newId } from '../support/ids.ts';
import type { WidgetEventRecord } from './records.ts';
import { addStore, addAgent, addChatbot, changeStore } from '../testing/test-shop.ts';

describe.each(databases)('widget events in $name', ({ create }) => {
  let database: TestDatabase;
  let storeId: string;
  beforeEach(async () => {
    database = await create();
    storeId = await newStore();
  });
  afterEach(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }
  const event = (change: Partial<WidgetEventRecord> = {}): WidgetEventRecord => ({
    chatbotId: 'cbt_1',
    agentId: 'agt_1',
    visitorId: 'vis_1',
    conversationId: null,
    type: 'opened',
    productId: null,
    at: '2026-11-22T10:00:00.000Z',
    ...change,
  });
  const all = { from: '2026', to: '2027', agentId: undefined };
  const count = (range = {}, ofStore = storeId): Promise<number> =>
    database.repositories.widgetEvents.countVisitors(ofStore, 'opened', { ...all, ...range });

  it('count different visitors of a store, type, agent and range', async () => {
    const { widgetEvents } = database.repositories;
    await widgetEvents.insert(storeId, [
      event(),
      event(),
      event({ visitorId: 'vis_2', agentId: 'agt_2', at: '2026-11-22T11:00:00.000Z' }),
      event({ visitorId: 'vis_3', type: 'product_shown', productId: 'lamp' }),
    ]);
    await widgetEvents.insert(await newStore(), [event({ visitorId: 'vis_4' })]);
    expect(await count()).toBe(2);
    expect(await count({ agentId: 'agt_2' })).toBe(1);
    expect(await count({ from: '2026-11-22T11:00:00.000Z' })).toBe(1);
    expect(await count({ to: '2026-11-22T11:00:00.000Z' })).toBe(1);
  });

  it('are removed with their conversation, with their visitor, and by age in steps', async () => {
    const { conversations, widgetEvents } = database.repositories;
    const agent = sampleAgent(storeId);
    await addAgent(database, agent);
    const conversation = sampleConversation(storeId, agent.id);
    await conversations.insert(storeId, conversation);
    const others = ['a', 'b', 'c', 'd'].map((visitorId) => event({ visitorId }));
    await widgetEvents.insert(storeId, [...others, event({ conversationId: conversation.id })]);
    await conversations.remove(storeId, [conversation.id]);
    expect(await count()).toBe(4);
    await widgetEvents.removeOfVisitor(storeId, 'a');
    await widgetEvents.removeOfVisitor(newId('str'), 'b');
    expect(await count()).toBe(3);
    expect(await widgetEvents.removeBefore('2026-11-22T10:00:00.000Z', 2)).toBe(0);
    expect(await widgetEvents.removeBefore('2026-11-22T10:00:00.001Z', 2)).toBe(2);
    expect(await count()).toBe(1);
  });

  it('has when a chatbot was first placed on a page', async () => {
    const { analytics } = database.repositories;
    const agent = sampleAgent(storeId);
    await addAgent(database, agent);
    const chatbot = sampleChatbot(storeId, agent.id);
    await addChatbot(database, chatbot);
    const place = () => changeStore(database, storeId, (context) => markPlaced(context, chatbot.id));
    expect((await analytics.readChecklist(storeId)).hasPlacedChatbot).toBe(false);
    await place();
    const placedAt = await database.db('chatbots').pluck('placed_at');
    await changeStore(database, storeId, (context) => updateChatbot(context, chatbot.id, { name: 'Footer' }));
    await place();
    expect((await analytics.readChecklist(storeId)).hasPlacedChatbot).toBe(true);
    expect(await database.db('chatbots').pluck('placed_at')).toEqual(placedAt);
  });
});
