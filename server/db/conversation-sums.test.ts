import { addConversation, addMessage, addReply } from '../testing/add-messages.ts';
import { readConversation, rateConversations, removeConversations } from './conversations.ts';
import { appendReply, listMessagesWithReplies, withdrawQuestion } from './messages.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { conversationSums } from './conversation-sums.ts';
import { timeColumns } from './time-ranges.ts';
import type { NewConversation, Result } from './records.ts';
import { results } from './results.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

type Step =
  | { readonly type: 'question' }
  | {
      readonly type: 'reply';
      readonly outcome: 'complete' | 'partial' | 'failed' | 'aborted';
      readonly model: string;
      readonly result: Result;
    }
  /** A question that fails, and is taken back because it is sent again. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'thumb'; readonly thumb: 'up' | 'down' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('question' as const) }),
  fc.record({
    type: fc.constant('reply' as const),
    outcome: fc.constantFrom('complete', 'partial', 'failed', 'aborted'),
    model: fc.constantFrom('small', 'large'),
    result: fc.constantFrom(...results),
  }),
  fc.record({ type: fc.constant('withdrawn' as const) }),
  fc.record({ type: fc.constant('thumb' as const), thumb: fc.constantFrom('up', 'down') }),
);

const conversations = fc.array(
  fc.record({
    channel: fc.constantFrom('widget', 'api', 'mcp'),
    is_test: fc.boolean(),
    minute: fc.integer({ min: 0, max: 150 }),
    beginsWithMessage: fc.boolean(),
    steps: fc.array(steps, { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A withdrawn question leaves a row of zeros. */
function withoutZeros(sums: ReadonlyMap<string, readonly number[]>) {
  return new Map([...sums].filter(([, counts]) => counts.some((count) => count !== 0)));
}

type Row = Record<string, string | number | boolean | null>;

describe.each(databases)('hourly sums in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  async function take(storeId: string, conversation: NewConversation, step: Step): Promise<void> {
    const { id } = conversation;
    if (step.type === 'thumb')
      return void (await changeStore(database, storeId, (context) =>
        rateConversations(context, new Map([[id, step.thumb]])),
      ));
    // With its first question the conversation is withdrawn, too.
    if ((await readConversation(database.database.reader(storeId), id)) === undefined) return;
    const message = sampleMessage(storeId, id);
    if (step.type === 'withdrawn') {
      await addMessage(database, message);
      const failed = { ...sampleMessage(storeId, id), role: 'assistant', outcome: 'failed' } as const;
      const nothing = { input_tokens: 0, output_tokens: 0, result: 'failed' } as const;
      await addReply(database, failed, sampleReply(nothing));
      return changeStore(database, storeId, (context) => withdrawQuestion(context, message.id));
    }
    if (step.type === 'question') return void (await addMessage(database, message));
    const { model, result, outcome } = step;
    const reply = sampleReply({ model, result });
    const replied = { ...message, role: 'assistant', outcome } as const;
    await addReply(database, replied, reply);
  }

  async function expectSumsOfRows(storeId: string): Promise<void> {
    const { db } = database;
    const rowsOf = async (table: string): Promise<Row[]> =>
      db(table).where('store_id', storeId).orderBy('sequence');
    const replies = await rowsOf('replies');
    const talks = await rowsOf('conversations');
    const hours = new Map<string, number[]>();
    const tokens = new Map<string, number[]>();
    const add = (sums: Map<string, number[]>, key: Row[string][], counts: unknown[]) => {
      const sum = sums.get(key.join(' ')) ?? counts.map(() => 0);
      sums.set(
        key.join(' '),
        sum.map((each, index) => each + Number(counts[index])),
      );
    };
    for (const talk of talks) {
      const own = replies.filter((reply) => reply['conversation_id'] === talk['id']);
      const { thumb } = talk;
      if (talk['is_test'] || talk['message_count'] === 0) continue;
      const hour = String(talk['created_at']).slice(0, 13);
      const ofReplies = results.map((result) => own.filter((reply) => reply['result'] === result).length);
      // Each reply has exactly one result: they add up to all replies.
      expect(ofReplies.reduce((sum, count) => sum + count, 0)).toBe(own.length);
      const counts = [1, ...ofReplies, thumb === 'up', thumb === 'down'];
      add(hours, [hour, String(talk['agent_id']), String(talk['channel'])], counts);
      for (const { model, input_tokens, output_tokens } of own)
        add(tokens, [hour, String(talk['agent_id']), String(model)], [input_tokens, output_tokens]);
    }
    const stored = new Map<string, number[]>();
    for (const row of await rowsOf('analytics_hours')) {
      const key = [String(row['hour']).slice(0, 13), String(row['agent_id']), String(row['channel'])];
      add(
        stored,
        key,
        conversationSums.map((sum) => row[sum]),
      );
    }
    expect(withoutZeros(stored)).toEqual(withoutZeros(hours));
    const storedTokens = new Map<string, number[]>();
    for (const { hour = '', agent_id = '', model = '', input_tokens, output_tokens } of await rowsOf(
      'token_hours',
    ))
      add(storedTokens, [String(hour).slice(0, 13), agent_id, model], [input_tokens, output_tokens]);
    expect(withoutZeros(storedTokens)).toEqual(withoutZeros(tokens));
    const times = { first_token: 0, reply: 0 };
    for (const { is_test, outcome, first_token_ms } of replies) {
      if (is_test) continue;
      times.first_token += Number(first_token_ms !== null);
      times.reply += Number(outcome === 'complete');
    }
    const storedTimes = { first_token: 0, reply: 0 };
    for (const { measure, ...row } of await rowsOf('time_hours'))
      storedTimes[measure === 'reply' ? 'reply' : 'first_token'] += timeColumns.reduce(
        (sum, column) => sum + Number(row[column]),
        0,
      );
    expect(storedTimes).toEqual(times);
  }

  it('equal the rows after any messages, replies and thumbs, and stay when conversations are removed', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(conversations, async (drawn) => {
        const store = sampleStore();
        const agents = [sampleAgent(store.id), sampleAgent(store.id)] as const;
        await addStore(database, store);
        for (const agent of agents) await addAgent(database, agent);
        // Beside each other, as replies of several shoppers end.
        await Promise.all(
          drawn.map(async ({ minute, channel, is_test, beginsWithMessage, steps: taken }, index) => {
            const createdAt = new Date(Date.UTC(2026, 10, 22, 16, minute)).toISOString();
            const begin = { channel, is_test, created_at: createdAt } as const;
            const agent = agents[index % 2] ?? agents[0];
            const conversation = sampleConversation(store.id, agent.id, begin);
            const first = beginsWithMessage ? sampleMessage(store.id, conversation.id) : undefined;
            await addConversation(database, conversation, first);
            for (const step of taken) await take(store.id, conversation, step);
          }),
        );
        await expectSumsOfRows(store.id);
        const sums = await db('analytics_hours').where('store_id', store.id).orderBy('sequence');
        const ids: string[] = await db('conversations').where('store_id', store.id).pluck('id');
        expect(await changeStore(database, store.id, (context) => removeConversations(context, ids))).toBe(
          ids.length,
        );
        expect(await db('messages').where('store_id', store.id)).toEqual([]);
        expect(await db('analytics_hours').where('store_id', store.id).orderBy('sequence')).toEqual(sums);
      }),
      { numRuns: 25 },
    );
  });

  it('a reply that cannot be stored adds nothing', async () => {
    const { db } = database;
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const conversation = sampleConversation(store.id, agent.id);
    const question = sampleMessage(store.id, conversation.id);
    await addConversation(database, conversation, question);
    const reply = sampleMessage(store.id, conversation.id, { id: newId('msg'), role: 'assistant' });
    const before = await db('analytics_hours').where('store_id', store.id);
    const stopped = changeStore(database, store.id, async (context) => {
      await appendReply(context, reply, sampleReply());
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    // The same id twice fails after the conversation's row is read.
    await expect(addReply(database, { ...reply, id: question.id }, sampleReply())).rejects.toThrow();
    expect(await db('analytics_hours').where('store_id', store.id)).toEqual(before);
    expect(await readConversation(database.database.reader(store.id), conversation.id)).toMatchObject({
      message_count: 1,
    });
  });

  it('a thumb needs a reply, and its conversation the store', async () => {
    const [store, other] = [sampleStore(), sampleStore()];
    const agent = sampleAgent(store.id);
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
    const conversation = sampleConversation(store.id, agent.id);
    await addConversation(database, conversation, sampleMessage(store.id, conversation.id));
    const rate = (storeId: string) =>
      changeStore(database, storeId, (context) =>
        rateConversations(context, new Map([[conversation.id, 'up']])),
      );
    expect(await rate(store.id)).toBe(false);
    const reply = { ...sampleMessage(store.id, conversation.id), role: 'assistant' } as const;
    await addReply(database, reply, sampleReply());
    expect([await rate(other.id), await rate(store.id)]).toEqual([false, true]);
    const [, read] = await listMessagesWithReplies(database.database.reader(store.id), conversation.id);
    expect(read).toMatchObject({ ...sampleReply(), thumb: 'up' });
  });

  it('thumbs for the same conversations in another order wait for each other, and do not end in a deadlock', async () => {
    const store = sampleStore();
    const agent = sampleAgent(store.id);
    await addStore(database, store);
    await addAgent(database, agent);
    const rated = [1, 2].map(() => sampleConversation(store.id, agent.id));
    for (const { id, ...conversation } of rated) {
      await addConversation(database, { id, ...conversation }, sampleMessage(store.id, id));
      await addReply(database, { ...sampleMessage(store.id, id), role: 'assistant' }, sampleReply());
    }
    const thumbs = rated.map(({ id }) => [id, 'up'] as const);
    const rate = (ordered: typeof thumbs) =>
      changeStore(database, store.id, (context) => rateConversations(context, new Map(ordered)));
    const both = Array.from({ length: 8 }, () => [rate(thumbs), rate(thumbs.toReversed())]).flat();
    expect(await Promise.all(both)).toEqual(both.map(() => true));
  });
});
