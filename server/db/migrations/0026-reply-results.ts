import type { Knex } from 'knex';
import { isGreeting } from '../../support/message-text.ts';
import type { MessageOutcome } from '../records.ts';
import { hasShown, resultOf, results } from '../results.ts';

/**
 * Each reply has exactly one result, and the hourly sums count them (decision 0042). Stored replies are classified by their
 * outcome and tool results. What these do not say stays null, and the conversation counts as unclassified, as one that was
 * deleted does. `is_answered`, `is_unanswered` and `outcome` of conversations are not read any more.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('replies', (table) => void table.text('result'));
  for (const name of sums) {
    await db.schema.alterTable('analytics_hours', (table) => table.integer(name).notNullable().defaultTo(0));
  }
  await classify(db);
  await fillSums(db);
  // Last: SQLite would look up the replies of each conversation in it, from the store's first one on.
  await db.schema.alterTable('replies', (table) => {
    // Lists of one result are newest first.
    const newest = ['store_id', 'is_test', 'result', 'conversation_started_at', 'conversation_id'];
    table.index(newest, 'replies_results');
  });
}

const sums = [...results, 'unclassified'];

interface StoredReply {
  readonly sequence: number | string;
  readonly outcome: MessageOutcome;
  readonly is_unanswered: boolean | number;
  readonly content: string;
  readonly text: string;
  readonly question: string | null;
}

const batchSize = 200;

async function classify(db: Knex): Promise<void> {
  for (let after: number | string = 0; ;) {
    const batch: StoredReply[] = await db('replies as r')
      .join('messages as m', { 'm.store_id': 'r.store_id', 'm.id': 'r.message_id' })
      .leftJoin('messages as q', {
        'q.store_id': 'm.store_id',
        'q.conversation_id': 'm.conversation_id',
        'q.position': db.raw('m.position - 1'),
      })
      .where('r.sequence', '>', after)
      .orderBy('r.sequence')
      .limit(batchSize)
      .select('r.sequence', 'r.outcome', 'r.is_unanswered', 'm.content', 'm.text', 'q.text as question');
    const last = batch.at(-1);
    if (last === undefined) return;
    const values = batch.flatMap((reply) => [reply.sequence, classified(reply)]);
    await db.raw(
      `with filled(sequence, result) as (values ${batch.map(() => '(cast(? as bigint), cast(? as text))').join(', ')})
       update replies set result = filled.result from filled where replies.sequence = filled.sequence`,
      values,
    );
    after = last.sequence;
  }
}

function classified({ outcome, is_unanswered, content, text, question }: StoredReply): string | null {
  const calls = callsOf(content);
  const isWithoutHits = calls.some((call) => call.tool === 'search_catalog' && !hasShown(call));
  if (outcome === 'complete' && is_unanswered && !isWithoutHits)
    return capSentences.test(text) ? 'limited' : 'declined';
  const result = resultOf({ outcome, end: null, calls });
  // Whether it was small talk or a question that it did not know is not stored.
  return result === 'small_talk' && !isGreeting(question ?? '') ? null : result;
}

/** A tool result of a stored message, as far as it matters here. */
interface ToolResult {
  readonly type: string;
  readonly toolName: string;
  readonly output?: { readonly value?: unknown };
}

function callsOf(content: string): { tool: string; output: unknown }[] {
  const messages = JSON.parse(content) as { content: string | ToolResult[] }[];
  return messages
    .flatMap(({ content: parts }) => (typeof parts === 'string' ? [] : parts))
    .filter(({ type }) => type === 'tool-result')
    .map(({ toolName: tool, output }) => ({ tool, output: output?.value }));
}

/** The sentences of decision 0059 for a monthly cap that is reached. */
const capSentences =
  /I cannot reply any more this month|Ich kann in diesem Monat nicht mehr|Je ne peux plus répondre ce mois|Este mes ya no puedo|Questo mese non posso più|Já não posso responder este mês|Ik kan deze maand niet meer|W tym miesiącu nie mogę już|Bu ay artık yanıt veremiyorum|今月はこれ以上|本月我无法再|لا أستطيع الرد بعد الآن|איני יכול להשיב עוד/u;

async function fillSums(db: Knex): Promise<void> {
  const keys = 'store_id, hour, agent_id, channel';
  const hour = (column: string): string => `substr(${column}, 1, 13) as hour`;
  const isHour =
    'h.store_id = s.store_id and h.hour = s.hour and h.agent_id = s.agent_id and h.channel = s.channel';
  const counts = results.map((name) => `sum(case when result = '${name}' then 1 else 0 end) as "${name}"`);
  await db.raw(
    `update analytics_hours as h set ${results.map((name) => `"${name}" = s."${name}"`).join(', ')}
     from (select store_id, ${hour('conversation_started_at')}, agent_id, channel, ${counts.join(', ')}
       from replies where not is_test group by ${keys}) as s where ${isHour}`,
  );
  await db.raw('update analytics_hours set unclassified = conversations');
  await db.raw(
    `update analytics_hours as h set unclassified = h.conversations - s.classified
     from (select store_id, ${hour('created_at')}, agent_id, channel, count(*) as classified
       from conversations c where not is_test and message_count > 0 and not exists (
         select 1 from replies r where r.store_id = c.store_id and r.conversation_id = c.id and r.result is null)
       group by ${keys}) as s where ${isHour}`,
  );
}
