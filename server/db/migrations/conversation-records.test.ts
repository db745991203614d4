import { listMessages } from '../messages.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../testing/database.ts';
import { databases } from '../../testing/databases.ts';
import { sampleAgent, sampleConversation, sampleStore } from '../../testing/sample-records.ts';
import { down, up } from './0009-conversation-records.ts';
import { addStore, addAgent } from '../../testing/test-shop.ts';

const store = sampleStore();
const agent = sampleAgent(store.id);
const at = '2026-11-22T16:59:59.999Z';
const usage = {
  provider: 'provider_one',
  model: 'gpt',
  outcome: 'complete',
  input_tokens: 11,
  output_tokens: 7,
  first_token_ms: 120,
  total_ms: 900,
};

interface EarlierMessage {
  readonly usage: string | null;
  readonly [column: string]: unknown;
}

describe.each(databases)('migration 0009 in $name', ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
    const { db } = database;
    await addStore(database, store);
    await addAgent(database, agent);
    await db.transaction(down);
  });
  afterEach(() => database.close());

  /** As the version before wrote it. */
  async function insertEarlier(turns: [question: object[], reply: object[], outcome: string][]) {
    const { db } = database;
    const { id } = sampleConversation(store.id, agent.id);
    const row = { store_id: store.id, created_at: at };
    await db('conversations').insert({ ...row, id, agent_id: agent.id, visitor_id: `visitor of ${id}` });
    for (const [turn, [question, reply, outcome]] of turns.entries()) {
      const place = (position: number) => ({
        ...row,
        id: `${id} ${position}`,
        conversation_id: id,
        position,
      });
      const asked = { role: 'user', content: JSON.stringify(question), outcome: 'complete', usage: null };
      const replied = { role: 'assistant', content: JSON.stringify(reply), outcome };
      await db<EarlierMessage>('messages').insert({ ...place(2 * turn), ...asked });
      await db<EarlierMessage>('messages').insert({
        ...place(2 * turn + 1),
        ...replied,
        usage: JSON.stringify(usage),
      });
    }
    return id;
  }

  const says = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] });
  const found = (products: object[]) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'search_catalog' }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolName: 'search_catalog', output: { type: 'json', value: { products } } },
      ],
    },
    says('assistant', 'See\u0000 here.'),
  ];

  it('fills columns, replies and sums from the rows of earlier versions', async () => {
    const { db } = database;
    const greeted = await insertEarlier([
      [[{ role: 'user', content: 'Hi!' }], [says('assistant', 'Hello')], 'complete'],
    ]);
    const answered = await insertEarlier([
      [[says('user', 'Hi')], [says('assistant', 'Hello')], 'complete'],
      [[says('user', 'A lamp?')], found([{ id: 'lamp' }]), 'complete'],
    ]);
    const unanswered = await insertEarlier([[[says('user', 'A boat?')], found([]), 'complete']]);
    const failed = await insertEarlier([[[says('user', 'A hat?')], [], 'failed']]);
    const { id: empty } = sampleConversation(store.id, agent.id);
    await db('conversations').insert({ id: empty, store_id: store.id, agent_id: agent.id, created_at: at });

    await db.transaction(up);

    const read = async (id: string) => {
      const row = await db<Record<string, unknown>>('conversations').where({ id }).first();
      // SQLite has 0 and 1.
      const flags = ['is_test', 'is_answered', 'is_unanswered'].map((name) => [name, Boolean(row?.[name])]);
      return { ...row, ...Object.fromEntries(flags) };
    };
    const widget = { channel: 'widget', is_test: false, chatbot_id: null, thumb: null };
    expect(await read(greeted)).toMatchObject({ ...widget, first_message: 'Hi!', is_answered: false });
    expect(await read(answered)).toMatchObject({ message_count: 4, is_answered: true, is_unanswered: false });
    expect(await read(unanswered)).toMatchObject({
      outcome: 'complete',
      is_answered: true,
      is_unanswered: true,
    });
    expect(await read(failed)).toMatchObject({ outcome: 'failed', is_answered: false, is_unanswered: true });
    expect(await read(empty)).toMatchObject({ channel: 'api', message_count: 0, outcome: null });
    const texts = (await listMessages(database.database.reader(store.id), answered)).map(({ text }) => text);
    expect(texts).toEqual(['Hi', 'Hello', 'A lamp?', 'See here.']);
    const hour = { store_id: store.id, hour: '2026-11-22T16', agent_id: agent.id };
    expect(await db('analytics_hours')).toMatchObject([
      { ...hour, channel: 'widget', conversations: 4, answered: 2, unanswered: 2 },
    ]);
    const tokens = await db('token_hours').first();
    expect(tokens).toMatchObject({ ...hour, model_provider: 'provider_one', model: 'gpt' });
    expect([Number(tokens.input_tokens), Number(tokens.output_tokens)]).toEqual([55, 35]);
  });

  it('fills more messages than a batch, and can be undone', async () => {
    const { db } = database;
    const turn = [[says('user', 'A lamp?')], [says('assistant', 'Here.')], 'complete'] as const;
    await insertEarlier(Array.from({ length: 300 }, () => [[...turn[0]], [...turn[1]], turn[2]]));
    const before = await db<EarlierMessage>('messages').orderBy('sequence');
    await db.transaction(up);
    expect(await db('messages').whereIn('text', ['A lamp?', 'Here.'])).toHaveLength(600);
    expect(await db('replies')).toHaveLength(300);
    await db.transaction(down);
    const after = await db<EarlierMessage>('messages').orderBy('sequence');
    const read = (rows: { usage: string | null }[]) =>
      rows.map((row) => ({ ...row, usage: JSON.parse(row.usage ?? 'null') as unknown }));
    expect(read(after)).toEqual(read(before));
    await db.transaction(up);
  });
});
