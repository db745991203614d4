import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleConversation, sampleStore } from '../testing/sample-records.ts';
import type { MessageRecord } from './records.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';

describe.each(databases)('conversations and messages in $name', ({ create }) => {
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
    await database.repositories.conversations.insert(store.id, conversation);
    return conversation.id;
  }

  function message(conversationId: string, content: string): Omit<MessageRecord, 'position'> {
    return {
      id: newId('msg'),
      storeId: store.id,
      conversationId,
      role: 'assistant',
      content,
      text: content,
      outcome: 'partial',
      createdAt: '2026-01-02T03:04:05.678Z',
    };
  }

  it('keeps a conversation, for its own store only', async () => {
    const { conversations } = database.repositories;
    const begin = { visitorId: 'vis_1', channel: 'widget', chatbotId: 'cbt_1', isTest: true } as const;
    const conversation = sampleConversation(store.id, agent.id, begin);
    await conversations.insert(store.id, conversation);
    expect(await conversations.find(store.id, conversation.id)).toEqual({
      ...conversation,
      firstMessage: '',
      messageCount: 0,
      outcome: null,
      isAnswered: false,
      isUnanswered: false,
      thumb: null,
    });
    expect(await conversations.find(other.id, conversation.id)).toBeUndefined();
  });

  it('appends at the next position and lists in order', async () => {
    const { messages } = database.repositories;
    const conversationId = await newConversation();
    const first = await messages.append(store.id, message(conversationId, '[{"text":"é 🙂"}]'));
    const second = await messages.append(store.id, message(conversationId, '[]'));
    expect([first.position, second.position]).toEqual([0, 1]);
    expect(await messages.list(store.id, conversationId)).toEqual([first, second]);
    expect(await messages.list(other.id, conversationId)).toEqual([]);
  });

  it('lists the newest, still in order', async () => {
    const { messages } = database.repositories;
    const conversationId = await newConversation();
    for (const content of ['0', '1', '2']) await messages.append(store.id, message(conversationId, content));
    const newest = await messages.list(store.id, conversationId, 2);
    expect(newest.map(({ content }) => content)).toEqual(['1', '2']);
  });

  it('gives each of several concurrent messages its own position', async () => {
    const { messages } = database.repositories;
    const conversationId = await newConversation();
    const contents = Array.from({ length: 20 }, (_, index) => String(index));
    const appended = await Promise.all(
      contents.map((content) => messages.append(store.id, message(conversationId, content))),
    );
    expect(appended.map((each) => each.position).toSorted((a, b) => a - b)).toEqual([...contents.keys()]);
    expect(await messages.list(store.id, conversationId)).toHaveLength(20);
  });

  it('truncates the first message to 200 characters and counts the others', async () => {
    const { conversations, messages } = database.repositories;
    const conversation = sampleConversation(store.id, agent.id);
    await conversations.insert(store.id, conversation, message(conversation.id, '🙂'.repeat(300)));
    await messages.append(store.id, message(conversation.id, 'And then?'));
    expect(await conversations.find(store.id, conversation.id)).toMatchObject({
      firstMessage: '🙂'.repeat(200),
      messageCount: 2,
    });
  });

  it('R-5-14 does not append to the conversation of another store', async () => {
    const { messages } = database.repositories;
    const conversationId = await newConversation();
    await expect(messages.append(other.id, message(conversationId, 'x'))).rejects.toThrow();
  });
});
