import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';

describe.each(databases)('chatbots in $name', ({ create }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore(), sampleStore()];
  const agent = sampleAgent(store.id);
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
  });
  afterAll(() => database.close());

  it('keeps every field, and finds it for its store and by its public id', async () => {
    const { chatbots } = database.repositories;
    const chatbot = sampleChatbot(store.id, agent.id, { linkHosts: ['shop.example'] });
    await chatbots.insert(store.id, chatbot);
    expect(await chatbots.find(store.id, chatbot.id)).toEqual(chatbot);
    expect(await chatbots.findPublic(chatbot.id)).toEqual(chatbot);
    expect(await chatbots.list(store.id)).toContainEqual(chatbot);
  });

  it('updates a chatbot and leaves its creation time', async () => {
    const { chatbots } = database.repositories;
    const chatbot = sampleChatbot(store.id, agent.id);
    await chatbots.insert(store.id, chatbot);
    const change = { ...chatbot, name: 'New', allowedOrigins: [], updatedAt: '2026-05-05T05:05:05.555Z' };
    expect(await chatbots.update(store.id, { ...change, createdAt: 'ignored' }, 1)).toBe('changed');
    expect(await chatbots.find(store.id, chatbot.id)).toEqual({ ...change, version: 2 });
  });

  it('R-5-14 hides and protects a chatbot from another store', async () => {
    const { chatbots } = database.repositories;
    const chatbot = sampleChatbot(store.id, agent.id);
    await chatbots.insert(store.id, chatbot);
    expect(await chatbots.find(other.id, chatbot.id)).toBeUndefined();
    expect(await chatbots.update(other.id, { ...chatbot, name: 'Taken' }, 1)).toBe('agent_not_found');
    expect(await chatbots.remove(other.id, chatbot.id, 1)).toBe('not_found');
    expect(await chatbots.find(store.id, chatbot.id)).toEqual(chatbot);
    expect(await chatbots.list(other.id)).toEqual([]);
  });

  it('R-5-14 rejects a chatbot that uses the agent of another store', async () => {
    const { chatbots } = database.repositories;
    expect(await chatbots.insert(other.id, sampleChatbot(other.id, agent.id))).toBe(false);
    expect(await chatbots.list(other.id)).toEqual([]);
  });

  it('changes and deletes the present version only', async () => {
    const { chatbots } = database.repositories;
    const chatbot = sampleChatbot(store.id, agent.id);
    await chatbots.insert(store.id, chatbot);
    const rename = (name: string) => chatbots.update(store.id, { ...chatbot, name }, 1);
    const outcomes = await Promise.all(['A', 'B', 'C', 'D'].map(rename));
    expect(outcomes.toSorted()).toEqual(['changed', 'other_version', 'other_version', 'other_version']);
    expect(await chatbots.remove(store.id, chatbot.id, 1)).toBe('other_version');
    expect((await chatbots.find(store.id, chatbot.id))?.version).toBe(2);
    expect(await chatbots.remove(store.id, chatbot.id, 2)).toBe('changed');
    expect(await chatbots.find(store.id, chatbot.id)).toBeUndefined();
    expect(await chatbots.remove(store.id, chatbot.id, 2)).toBe('not_found');
  });
});
