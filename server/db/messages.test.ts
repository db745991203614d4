import { addConversation, addMessage } from '../testing/add-messages.ts';
import { readConversation } from './conversations.ts';
import { appendMessage, listMessages } from './messages.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleAgent, sampleConversation, sampleStore } from '../testing/sample-records.ts';
import type { MessageRecord } from './records.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

describeOnEngines('conversations and messages', ({ create }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore(), sampleStore()];
  const agent = sampleAgent(store.id);
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
  });
  afterAll(() => database.close());

  async function newConversation(): Promise<string> {
    const conversation = sampleConversation(store.id, agent.id);
    await addConversation(database, conversation);
    return conversation.id;
  }

  function message(conversation_id: string, content: string): Omit<MessageRecord, 'position'> {
    return {
      id: newId('msg'),
      store_id: store.id,
      conversation_id,
      role: 'assistant',
      content,
      text: content,
      outcome: 'partial',
      created_at: '2026-01-02T03:04:05.678Z',
    };
  }

  it('keeps a conversation, for its own store only', async () => {
    const begin = { visitor_id: 'vis_1', channel: 'widget', chatbot_id: 'cbt_1', is_test: true } as const;
    const conversation = sampleConversation(store.id, agent.id, begin);
    await addConversation(database, conversation);
    expect(await readConversation(database.database.reader(store.id), conversation.id)).toMatchObject({
      ...conversation,
      first_message: '',
      message_count: 0,
      thumb: null,
    });
    expect(await readConversation(database.database.reader(other.id), conversation.id)).toBeUndefined();
  });

  it('appends at the next position and lists in order', async () => {
    const conversationId = await newConversation();
    const first = await addMessage(database, message(conversationId, '[{"text":"é 🙂"}]'));
    const second = await addMessage(database, message(conversationId, '[]'));
    expect([first.position, second.position]).toEqual([0, 1]);
    expect(await listMessages(database.database.reader(store.id), conversationId)).toMatchObject([
      first,
      second,
    ]);
    expect(await listMessages(database.database.reader(other.id), conversationId)).toEqual([]);
  });

  it('lists the newest, still in order', async () => {
    const conversationId = await newConversation();
    for (const content of ['0', '1', '2']) await addMessage(database, message(conversationId, content));
    const newest = await listMessages(database.database.reader(store.id), conversationId, 2);
    expect(newest.map(({ content }) => content)).toEqual(['1', '2']);
  });

  it('gives each of several concurrent messages its own position', async () => {
    const conversationId = await newConversation();
    const contents = Array.from({ length: 20 }, (_, index) => String(index));
    const appended = await Promise.all(
      contents.map((content) => addMessage(database, message(conversationId, content))),
    );
    expect(appended.map((each) => each.position).toSorted((a, b) => a - b)).toEqual([...contents.keys()]);
    expect(await listMessages(database.database.reader(store.id), conversationId)).toHaveLength(20);
  });

  it('truncates the first message to 200 characters and counts the others', async () => {
    const conversation = sampleConversation(store.id, agent.id);
    await addConversation(database, conversation, message(conversation.id, '🙂'.repeat(300)));
    await addMessage(database, message(conversation.id, 'And then?'));
    expect(await readConversation(database.database.reader(store.id), conversation.id)).toMatchObject({
      first_message: '🙂'.repeat(200),
      message_count: 2,
    });
  });

  it('R-5-14 does not append to the conversation of another store', async () => {
    const conversationId = await newConversation();
    const append = changeStore(database, other.id, (context) =>
      appendMessage(context, message(conversationId, 'x')),
    );
    await expect(append).rejects.toThrow();
  });
});
