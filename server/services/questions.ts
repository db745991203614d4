import { hash } from 'node:crypto';
import type { components } from '../../generated/dashboard.d.ts';
import { collectReply } from '../chat/collect-reply.ts';
import { startReply } from '../chat/reply.ts';
import { storedCalls } from '../chat/stored-calls.ts';
import type { ChatRuntime } from '../chat/types.ts';
import { contentTerms } from '../catalog/search/retail-language.ts';
import { allAgents } from '../db/agents.ts';
import type { ChangeBy, Context, StoreReader } from '../db/database.ts';
import { listMessagesWithReplies } from '../db/messages.ts';
import type { MessageRecord, QuestionImprovement } from '../db/records.ts';
import { hasShown } from '../db/results.ts';
import { listUnhelped, type UnhelpedQuestion } from '../db/unhelped-replies.ts';
import { ServiceError } from '../errors.ts';
import { audit } from './audit.ts';
import { addSynonyms } from './catalog-synonyms.ts';
import { importKnowledgeText, type KnowledgeImportDeps } from './knowledge.ts';
import { groupQuestions, questionKey } from './question-groups.ts';

/** A question that shoppers ask in vain, in all of its spellings. */
export interface OpenQuestion {
  /** Newest first. */
  readonly asked: readonly UnhelpedQuestion[];
  readonly keys: ReadonlySet<string>;
  /** What the shop has done about it, in vain; null for nothing. */
  readonly improvement: Pick<QuestionImprovement, 'action' | 'improved_at'> | null;
}

const days = 90;
/** More would keep other requests waiting. */
const maxOfResult = 1_000;

/**
 * The questions of the last 90 days that replies were no help for, of the latest 1,000 of each result, those asked most often first. One
 * that the shop has seen to is listed when it is asked in vain again.
 */
export async function listOpenQuestions(reader: StoreReader, nowMs: number): Promise<OpenQuestion[]> {
  const from = new Date(nowMs - days * 86_400_000).toISOString();
  const unhelped = await listUnhelped(reader, { from, limit: maxOfResult });
  const improvements = await reader.read(async (tables) => tables('question_improvements'));
  const byHash = new Map(improvements.map((one) => [one.key_hash, one]));
  const open = groupQuestions(unhelped).flatMap(({ keys, questions }) => {
    const done = [...keys].flatMap((key) => byHash.get(hash('sha256', key, 'base64url')) ?? []);
    const improvement = done.toSorted((a, b) => (a.improved_at < b.improved_at ? 1 : -1))[0] ?? null;
    if (improvement?.action === 'not_a_question') return [];
    const asked = questions
      .filter(({ at }) => improvement === null || at > improvement.improved_at)
      .toSorted((a, b) => (a.at < b.at ? 1 : -1));
    return asked.length === 0 ? [] : [{ asked, keys, improvement }];
  });
  return open.toSorted((left, right) => right.asked.length - left.asked.length);
}

type Schemas = components['schemas'];
type Improvement = Schemas['Improvement'];

export interface ImproveDeps extends KnowledgeImportDeps {
  readonly chat: ChatRuntime;
}

/**
 * Improves what is said to an open question, which `messageId` is one of, and asks it again (a test, which counts nowhere).
 * Once a reply helps, or it is no question, it leaves the list. Returns null for what is not asked again. Throws ServiceError
 * `not_found` for a question that is not open, and what the change throws.
 */
export async function improveQuestion(
  deps: ImproveDeps,
  by: ChangeBy,
  messageId: string,
  improvement: Improvement,
): Promise<Schemas['ImprovedReply']['reply']> {
  const reader = deps.database.reader(by.store.id);
  const open = await listOpenQuestions(reader, deps.chat.clock.now());
  const question = open.find(({ asked }) => asked.some(({ message_id: id }) => id === messageId));
  const [latest] = question?.asked ?? [];
  if (question === undefined || latest === undefined)
    throw new ServiceError('not_found', 'this question is not open any more: load the list again');
  await applyImprovement(deps, by, improvement);
  const reply = improvement.action === 'not_a_question' ? null : await askAgain(deps, reader, latest);
  if (reply?.is_help !== false) {
    await deps.database.change(by, (context) => closeQuestion(context, question.keys, improvement.action));
  }
  return reply;
}

async function applyImprovement(
  deps: ImproveDeps,
  by: ChangeBy,
  { action, about = '', text = '' }: Improvement,
): Promise<void> {
  const addLine = (line: string) => deps.database.change(by, (context) => addSynonyms(context, line));
  if (action === 'answer') await importKnowledgeText(deps, by, { title: about, text });
  if (action === 'synonym') await addLine(`${about}, ${text}`);
  if (action === 'not_sold') await addLine(`${about} ! ${text}`);
}

/** Marks a question, in all its spellings, as seen to. */
export async function closeQuestion(
  context: Context,
  keys: ReadonlySet<string>,
  action: Improvement['action'],
): Promise<void> {
  const { tables, storeId: store_id, now } = context;
  const rows = [...keys].map((key) => ({
    store_id,
    key_hash: hash('sha256', key, 'base64url'),
    action,
    improved_at: now,
  }));
  await tables('question_improvements').insert(rows).onConflict(['store_id', 'key_hash']).merge();
  await audit(context, { action: 'question.improved', detail: action });
}

/**
 * The words that no product has, by the id of the reply whose last search of the catalogue found nothing for them: for a
 * synonym, which helps with nothing else.
 */
export async function listUnknownWords(
  reader: StoreReader,
  replyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const replies = await reader.read(async (tables) =>
    tables('messages').whereIn('id', replyIds).select('id', 'content'),
  );
  return new Map(replies.map((reply) => [reply.id, unknownWords(reply)]));
}

function unknownWords(reply: Pick<MessageRecord, 'content'>): string {
  const search = storedCalls(reply).findLast(({ tool }) => tool === 'search_catalog');
  const unknown = search?.output?.['unknown_words'];
  return search === undefined || hasShown(search) || !Array.isArray(unknown) ? '' : unknown.join(' ');
}

/** The words of the question: for a thing that is not sold. */
export function wordsOfQuestion(question: string): string {
  return contentTerms(question).join(' ') || questionKey(question);
}

/** Asks the agent that was asked, or another one where it is deleted. */
async function askAgain(
  { chat }: ImproveDeps,
  reader: StoreReader,
  { agent_id: asked, question: message }: UnhelpedQuestion,
): Promise<NonNullable<Schemas['ImprovedReply']['reply']>> {
  const agents = await allAgents(reader);
  const agent = agents.find(({ id }) => id === asked) ?? agents[0];
  if (agent === undefined) return { text: '', is_help: false, error: 'the store has no agent' };
  const request = { storeId: reader.storeId, agentId: agent.id, message, conversationId: undefined };
  const test = { visitor: null, channel: 'api', chatbotId: null, isTest: true } as const;
  try {
    const reply = await startReply(chat, { ...request, ...test }, new AbortController().signal);
    const { content: text } = await collectReply(reply);
    const [, stored] = await listMessagesWithReplies(reader, reply.conversationId);
    return { text, is_help: stored?.result === 'helped', error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { text: '', is_help: false, error: error.message };
  }
}
