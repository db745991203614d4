import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAgent } from '../db/agents.ts';
import { findChatbot } from '../db/chatbots.ts';
import type { Context } from '../db/database.ts';
import { allSummaries } from '../db/knowledge.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { addAgent, addChatbot, addStore, changeStore } from '../testing/test-shop.ts';
import { updateAgent } from './agents.ts';
import { listAudit } from './audit.ts';
import { updateChatbot } from './chatbots.ts';
import { deleteKnowledge, findDocument, saveDocuments } from './knowledge.ts';
import { undoChange } from './undo.ts';

describeOnEngines('a change that is undone', ({ create }) => {
  let database: TestDatabase;
  const store = sampleStore();
  const agent = sampleAgent(store.id);
  beforeAll(async () => {
    database = await create();
    await addStore(database, store);
    await addAgent(database, agent);
  });
  afterAll(() => database.close());

  const reader = () => database.database.reader(store.id);
  const change = <Result>(verb: (context: Context) => Promise<Result>) =>
    changeStore(database, store.id, verb);
  const entries = async () => (await listAudit(reader(), { limit: 10 })).entries;
  const undoLatest = async () => {
    const [latest] = await entries();
    await change((context) => undoChange(context, latest?.id ?? ''));
  };

  it('has the fields of an agent as they were, and an entry of its own with what changed', async () => {
    const { name, type, config } = await findAgent(reader(), agent.id);
    const changed = { ...config, system_prompt: 'Be loud.', mcp_capabilities: [] };
    await change((context) =>
      updateAgent(context, agent.id, { name: 'Loud', type, config: changed, status: 'disabled', version: 1 }),
    );
    const [entry] = await entries();
    expect(entry?.changes).toContainEqual({
      field: 'config.system_prompt',
      before: config.system_prompt,
      after: 'Be loud.',
    });
    expect(entry?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'status']));
    await undoLatest();
    expect(await findAgent(reader(), agent.id)).toMatchObject({ name, config, status: 'active', version: 3 });
    // The change that undid it can be undone in turn.
    await undoLatest();
    expect(await findAgent(reader(), agent.id)).toMatchObject({ name: 'Loud', status: 'disabled' });
  });

  it('keeps what was changed of a chatbot later, and is rejected where the same field was', async () => {
    const chatbot = sampleChatbot(store.id, agent.id);
    await addChatbot(database, chatbot);
    await change((context) => updateChatbot(context, chatbot.id, { name: 'Second' }));
    const [renamed] = await entries();
    await change((context) => updateChatbot(context, chatbot.id, { config: { title: 'Ask us' } }));
    await change((context) => undoChange(context, renamed?.id ?? ''));
    expect(await findChatbot(reader(), chatbot.id)).toMatchObject({
      name: chatbot.name,
      config: { title: 'Ask us' },
    });
    const again = change((context) => undoChange(context, renamed?.id ?? ''));
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  it('brings a text back that was replaced, and one that was deleted', async () => {
    const text = (words: string) => ({
      source: 'Returns',
      title: 'Returns',
      format: 'markdown' as const,
      passages: [{ title: 'Returns', text: words }],
    });
    const present = async () => {
      const [summary] = await allSummaries(reader());
      return findDocument(reader(), summary?.id ?? '');
    };
    await change((context) => saveDocuments(context, [text('14 days.')]));
    expect((await entries())[0]).toMatchObject({ can_undo: false, changes: [] });
    await change((context) => saveDocuments(context, [text('30 days.')]));
    expect((await entries())[0]?.changes).toEqual([
      { field: 'text', before: 'Returns\n14 days.', after: 'Returns\n30 days.' },
    ]);
    await undoLatest();
    expect((await present()).passages).toEqual(text('14 days.').passages);
    const { id } = await present();
    await change((context) => deleteKnowledge(context, id));
    await undoLatest();
    expect((await present()).passages).toEqual(text('14 days.').passages);
  });
});
