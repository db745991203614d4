import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { addPerson } from '../testing/dashboard-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addProducts, auditOf, changeStore } from '../testing/test-shop.ts';
import type { TestFetch } from '../testing/tls-fetch.ts';
import type { Schemas } from './handler.ts';

let server: TestServer;
let fetch: TestFetch;
beforeAll(async () => {
  server = await startTestServer();
  const { shop, deps } = server;
  ({ fetch } = await (await addPerson(server, shop.store.id, 'member')).signIn());
  const products = [
    makeProduct('cap', { title: 'Wool Cap', description: 'Keeps ears warm.' }),
    makeProduct('kettle', { title: 'Kettle', description: 'For tea.' }),
  ];
  await addProducts(deps, shop.store.id, products);
  const config = {
    model_provider: 'provider_one',
    model_id: 'built-in',
    system_prompt: 'Help.',
    temperature: 0,
    max_tokens: 500,
    mcp_capabilities: ['product_catalog', 'shop_knowledge'].map((type) => ({ type, enabled: true })),
  };
  await changeStore(deps, shop.store.id, async ({ tables }) => {
    await tables('agents').update({ config: JSON.stringify(config) });
  });
});
afterAll(() => server.close());

const path = (rest = '') => `/dashboard/api/stores/${server.shop.store.id}/questions${rest}`;

async function ask(message: string): Promise<string> {
  const body = { agent_id: server.shop.agentId, message, stream: false };
  const response = await server.api('/api/agents/chat/stream', { method: 'POST', body });
  return ((await response.json()) as { content: string }).content;
}

const list = async () => (await (await fetch(path())).json()) as Schemas['QuestionList'];

async function improve(question: string, body: object): Promise<Schemas['ImprovedReply']['reply']> {
  const { questions } = await list();
  const found = questions.find(({ latest }) => latest.some((one) => one.question === question));
  const response = await fetch(path(`/${found?.message_id}`), { method: 'POST', body });
  expect(response.status).toBe(200);
  return ((await response.json()) as Schemas['ImprovedReply']).reply;
}

const openQuestions = async () => (await list()).questions.map(({ latest }) => latest[0]?.question);

it('a thing that is not sold gets the sentence of the shop, for every spelling', async () => {
  await ask('bicycle');
  await ask('Do you sell bicycles?');
  expect(await list()).toMatchObject({
    total: 1,
    asked: 2,
    questions: [{ asked: 2, words: 'bicycle', unknown_words: 'bicycles', improvement: null }],
  });
  const sentence = 'We sell no bicycles: ask Wheels in Mill Street.';
  const reply = await improve('bicycle', { action: 'not_sold', about: 'bicycle', text: sentence });
  expect(reply).toEqual({ text: sentence, is_help: true, error: null });
  expect(await openQuestions()).toEqual([]);
  expect(await ask('I want a bicyle')).toBe(sentence);
  expect(await openQuestions()).toEqual([]);
  const [entry] = await auditOf(server.deps, server.shop.store.id, 1);
  expect(entry).toMatchObject({ action: 'question.improved', detail: 'not_sold' });
});

it('a synonym finds products, and a word that no product has leaves the question open', async () => {
  await ask('samovar');
  const about = 'samovar';
  expect(await improve('samovar', { action: 'synonym', about, text: 'urn' })).toMatchObject({
    is_help: false,
    error: null,
  });
  expect(await openQuestions()).toEqual(['samovar']);
  const reply = await improve('samovar', { action: 'synonym', about, text: 'kettle' });
  expect(reply).toMatchObject({ is_help: true, text: expect.stringContaining('Kettle') });
  expect(await openQuestions()).toEqual([]);
});

it('an answer becomes a text of the knowledge, is quoted at once, and is counted when shoppers ask', async () => {
  const question = 'typewriter ribbons';
  await ask(question);
  const answer = 'Typewriter ribbons are ordered for you within two days.';
  const reply = await improve(question, {
    action: 'answer',
    about: 'Do you have typewriter ribbons?',
    text: answer,
  });
  const knowledge = `/dashboard/api/stores/${server.shop.store.id}/knowledge`;
  const read = async () => (await (await fetch(knowledge)).json()) as Schemas['Knowledge'];
  expect((await read()).documents).toMatchObject([
    { source: 'Do you have typewriter ribbons?', answered: 0, last_answered_at: null },
  ]);
  expect(reply).toEqual({ text: expect.stringContaining(answer), is_help: true, error: null });
  expect(await ask('Do you have typewriter ribbons?')).toContain(answer);
  expect((await read()).documents).toMatchObject([{ answered: 1, last_answered_at: expect.any(String) }]);
});

it('what is no question leaves the list without being asked again', async () => {
  await ask('asdfgh');
  expect(await improve('asdfgh', { action: 'not_a_question' })).toBeNull();
  await ask('asdfgh');
  expect(await openQuestions()).not.toContain('asdfgh');
});

it('only what found no product may be a thing that is not sold', async () => {
  await ask('What is your return policy?');
  const { questions } = await list();
  const policy = questions.find(({ latest }) => latest[0]?.question === 'What is your return policy?');
  expect(policy).toMatchObject({ words: '', unknown_words: '' });
});

it('rejects a question that is not open, and words that are no entry', async () => {
  const post = (id: string, body: object) => fetch(path(`/${id}`), { method: 'POST', body });
  expect((await post('msg_unknown', { action: 'other' })).status).toBe(404);
  await ask('harpsichord');
  const { questions } = await list();
  const id = questions.find(({ words }) => words === 'harpsichord')?.message_id ?? '';
  expect((await post(id, { action: 'synonym', about: '?', text: '!' })).status).toBe(400);
  expect((await post(id, { action: 'synonym', about: 'a' })).status).toBe(400);
  expect(await openQuestions()).toContain('harpsichord');
});
