import { operatorActor } from '../services/audit.ts';
import { readChecklist } from './analytics.ts';
import {
  removeBefore as removeRows,
  removeEventsOfVisitor,
  type WidgetEventRecord,
} from './widget-events.ts';
import { addConversation } from '../testing/add-messages.ts';
import { removeConversations } from './conversations.ts';
import { markPlaced, updateChatbot } from '../services/chatbots.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleConversation, sampleStore } from '../testing/sample-records.ts';
import { addAgent, addChatbot, addStore, changeStore } from '../testing/test-shop.ts';

describeOnEngines('widget events', ({ create }) => {
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
  const event = (change: Partial<Omit<WidgetEventRecord, 'sequence'>> = {}): WidgetEventRecord => ({
    store_id: storeId,
    chatbot_id: 'cbt_1',
    agent_id: 'agt_1',
    visitor_id: 'vis_1',
    conversation_id: null,
    type: 'opened',
    product_id: null,
    at: '2026-11-22T10:00:00.000Z',
    ...change,
  });
  const count = async (): Promise<number> => (await database.db('widget_events').pluck('sequence')).length;

  const insert = (events: readonly WidgetEventRecord[]) =>
    database.database.changeAll(operatorActor, async ({ allStores }) => {
      await allStores('widget_events').insert(events);
    });
  const removeOfVisitor = (ofStore: string, visitor: string) =>
    changeStore(database, ofStore, (context) => removeEventsOfVisitor(context, visitor));
  const removeBefore = (before: string, limit: number) =>
    database.database.changeAll(operatorActor, (context) =>
      removeRows(context, 'widget_events', before, limit),
    );

  it('are removed with their conversation, with their visitor, and by age in steps', async () => {
    const agent = sampleAgent(storeId);
    await addAgent(database, agent);
    const conversation = sampleConversation(storeId, agent.id);
    await addConversation(database, conversation);
    const others = ['a', 'b', 'c', 'd'].map((visitor_id) => event({ visitor_id }));
    await insert([...others, event({ conversation_id: conversation.id })]);
    await changeStore(database, storeId, (context) => removeConversations(context, [conversation.id]));
    expect(await count()).toBe(4);
    await removeOfVisitor(storeId, 'a');
    await removeOfVisitor(await newStore(), 'b');
    expect(await count()).toBe(3);
    expect(await removeBefore('2026-11-22T10:00:00.000Z', 2)).toBe(0);
    expect(await removeBefore('2026-11-22T10:00:00.001Z', 2)).toBe(2);
    expect(await count()).toBe(1);
  });

  it('has when a chatbot was first placed on a page', async () => {
    const agent = sampleAgent(storeId);
    await addAgent(database, agent);
    const chatbot = sampleChatbot(storeId, agent.id);
    await addChatbot(database, chatbot);
    const place = () => changeStore(database, storeId, (context) => markPlaced(context, chatbot.id));
    expect((await readChecklist(database.database.reader(storeId))).chatbot_placed).toBe(false);
    await place();
    const placedAt = await database.db('chatbots').pluck('placed_at');
    await changeStore(database, storeId, (context) => updateChatbot(context, chatbot.id, { name: 'Footer' }));
    await place();
    expect((await readChecklist(database.database.reader(storeId))).chatbot_placed).toBe(true);
    expect(await database.db('chatbots').pluck('placed_at')).toEqual(placedAt);
  });
});
