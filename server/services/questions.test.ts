import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeConversations } from '../db/conversations.ts';
import { newId } from '../support/ids.ts';
import { addConversation, addReply } from '../testing/add-messages.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';
import { closeQuestion, listOpenQuestions } from './questions.ts';

const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
const dayMs = 86_400_000;

describeOnEngines('questions without help', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  interface Asked {
    readonly daysAgo?: number;
    readonly isHelp?: boolean;
    readonly isTest?: boolean;
  }

  async function openShop() {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const list = async () => {
      const open = await listOpenQuestions(database.database.reader(store.id), nowMs);
      return open.map(({ asked, improvement }) => [
        asked.map(({ question }) => question),
        improvement?.action ?? null,
      ]);
    };
    const ask = async (question: string, { daysAgo = 1, isHelp = false, isTest = false }: Asked = {}) => {
      const created_at = new Date(nowMs - daysAgo * dayMs).toISOString();
      const id = newId('cnv');
      const conversation = sampleConversation(store.id, agent.id, { id, created_at, is_test: isTest });
      await addConversation(
        database,
        conversation,
        sampleMessage(store.id, id, { text: question, created_at }),
      );
      const message = sampleMessage(store.id, id, {
        role: 'assistant',
        text: 'I found nothing.',
        created_at,
      });
      await addReply(database, message, sampleReply({ result: isHelp ? 'helped' : 'nothing_found' }));
      return id;
    };
    const close = async (question: string, action: 'answer' | 'not_a_question') => {
      const open = await listOpenQuestions(database.database.reader(store.id), nowMs);
      const found = open.find(({ asked }) => asked.some((one) => one.question === question));
      await changeStore(database, store.id, (context) =>
        closeQuestion({ ...context, now: new Date(nowMs).toISOString() }, found?.keys ?? new Set(), action),
      );
    };
    return { store, list, ask, close };
  }

  it('lists what shoppers asked in vain in 90 days, newest first in each group, without tests', async () => {
    const { list, ask } = await openShop();
    await ask('Do you sell tents?', { daysAgo: 3 });
    await ask('bicycle', { daysAgo: 5 });
    await ask('Bicycles?', { daysAgo: 2 });
    await ask('kettle', { isHelp: true });
    await ask('wetsuit', { isTest: true });
    await ask('typewriter', { daysAgo: 91 });
    expect(await list()).toEqual([
      [['Bicycles?', 'bicycle'], null],
      [['Do you sell tents?'], null],
    ]);
  });

  it('leaves out what the shop has seen to, until it is asked in vain again', async () => {
    const { list, ask, close } = await openShop();
    await ask('bicycle');
    await ask('bicyle');
    await ask('asdf');
    await close('bicycle', 'answer');
    await close('asdf', 'not_a_question');
    expect(await list()).toEqual([]);
    await ask('a bicycle, please', { daysAgo: -1 });
    await ask('asdf', { daysAgo: -1 });
    expect(await list()).toEqual([[['a bicycle, please'], 'answer']]);
  });

  it('leaves out the questions of a conversation that is erased', async () => {
    const { store, list, ask } = await openShop();
    const id = await ask('bicycle');
    await changeStore(database, store.id, (context) => removeConversations(context, [id]));
    expect(await list()).toEqual([]);
  });
});
