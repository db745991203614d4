import { afterEach, beforeEach, expect, it } from 'vitest';
import { addConversation, addMessage, addReply } from '../../testing/add-messages.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { describeOnEngines } from '../../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../../testing/sample-records.ts';
import { addAgent, addStore, changeStore } from '../../testing/test-shop.ts';
import { newId } from '../../support/ids.ts';
import { removeConversations } from '../conversations.ts';
import type { MessageOutcome } from '../records.ts';
import { results as allResults } from '../results.ts';
import { readFunnels } from '../visits.ts';
import * as results from './0026-reply-results.ts';
import * as visits from './0028-visits.ts';

const store = sampleStore();
const agent = sampleAgent(store.id);
// Sums of the version before are of hours: those of a first quarter have the same name.
const created_at = '2026-11-22T16:14:59.999Z';

interface Earlier {
  readonly question: string;
  readonly outcome?: MessageOutcome;
  readonly isUnanswered?: boolean;
  readonly text?: string;
  readonly calls?: readonly (readonly [tool: string, output: object])[];
}

describeOnEngines('migrations of results and visits', ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
    await addStore(database, store);
    await addAgent(database, agent);
  });
  afterEach(() => database.close());

  /** As the version before wrote it. */
  async function add({
    question,
    outcome = 'complete',
    isUnanswered = false,
    text = '',
    calls = [],
  }: Earlier) {
    const talk = sampleConversation(store.id, agent.id, {
      created_at,
      channel: 'widget',
      visitor_id: 'vis_1',
    });
    const shared = { created_at, text };
    const content = calls.map(([toolName, value]) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolName, output: { type: 'json', value } }],
    }));
    await addConversation(database, talk, sampleMessage(store.id, talk.id, { created_at, text: question }));
    const replied = { ...shared, id: newId('msg'), role: 'assistant', outcome } as const;
    const message = sampleMessage(store.id, talk.id, { ...replied, content: JSON.stringify(content) });
    await addReply(database, message, sampleReply({ result: null }));
    const earlier = { is_unanswered: isUnanswered };
    await database.db<Record<string, unknown>>('replies').where({ message_id: message.id }).update(earlier);
    return talk.id;
  }

  const none = { products: [] };
  const one = { products: [{ id: 'lamp' }] };

  it('classify each stored reply that says what it was, and count them by the hour', async () => {
    const { db } = database;
    const expected = new Map([
      [await add({ question: 'Hi!' }), 'small_talk'],
      [await add({ question: 'What is your return policy?' }), null],
      [await add({ question: 'A lamp?', calls: [['search_catalog', one]] }), 'helped'],
      [
        await add({ question: 'A boat?', calls: [['search_catalog', none]], isUnanswered: true }),
        'nothing_found',
      ],
      [
        await add({ question: 'Returns?', calls: [['search_shop_knowledge', { passages: [] }]] }),
        'not_known',
      ],
      [await add({ question: 'Returns?', calls: [['search_shop_knowledge', { passages: [{}] }]] }), 'helped'],
      [await add({ question: 'My order?', calls: [['orders', { state: 'sent' }]] }), 'helped'],
      [await add({ question: 'A bomb?', isUnanswered: true, text: 'No.' }), 'declined'],
      [
        await add({ question: 'x', isUnanswered: true, text: 'I cannot reply any more this month: ...' }),
        'limited',
      ],
      [await add({ question: 'A hat?', outcome: 'failed', isUnanswered: true }), 'failed'],
      [await add({ question: 'A hat?', outcome: 'partial', isUnanswered: true }), 'failed'],
      [await add({ question: 'A hat?', outcome: 'aborted' }), 'left'],
    ]);
    const deleted = await add({ question: 'Forget me' });
    await changeStore(database, store.id, (context) => removeConversations(context, [deleted]));
    await db.raw('drop index replies_results');
    await db.raw('alter table replies drop column result');
    for (const name of [...allResults, 'unclassified'])
      await db.raw('alter table analytics_hours drop column ??', [name]);
    await db.transaction(results.up);
    const rows = await db('replies').orderBy('sequence');
    expect(new Map(rows.map((row) => [row.conversation_id, row.result]))).toEqual(expected);
    expect(await db('analytics_hours')).toMatchObject([
      {
        conversations: 13,
        helped: 3,
        small_talk: 1,
        nothing_found: 1,
        not_known: 1,
        declined: 1,
        failed: 2,
        limited: 1,
        left: 1,
        // One that does not say it, and one that was deleted.
        unclassified: 2,
      },
    ]);
  });

  it('read the visits from events and conversations', async () => {
    const { db } = database;
    const id = await add({ question: 'A lamp?' });
    const event = { store_id: store.id, chatbot_id: 'cbt_1', agent_id: agent.id, conversation_id: id };
    const at = (minutes: number): string => new Date(Date.parse(created_at) + minutes * 60_000).toISOString();
    await db('widget_events').insert([
      { ...event, visitor_id: 'vis_1', type: 'product_shown', product_id: 'lamp', at: at(1) },
      { ...event, visitor_id: 'vis_1', type: 'product_added', product_id: 'lamp', at: at(20) },
      { ...event, visitor_id: 'vis_2', type: 'opened', product_id: null, at: at(-90) },
      { ...event, visitor_id: 'vis_3', type: 'product_clicked', product_id: 'lamp', at: at(0) },
    ]);
    await addMessage(database, sampleMessage(store.id, id, { created_at: at(30) }));
    await db.schema.dropTable('visits');
    await db.transaction(visits.up);
    const funnel = await database.database.readAll((all) =>
      readFunnels(all, store.id, { beforeFrom: '2026', from: '2026', to: '2027', agentId: undefined }),
    );
    expect(funnel.now).toEqual({ opened: 2, asked: 1, product_shown: 1, product_chosen: 1, ordered: 0 });
  });
});
