import type { MessageOutcome, NewConversation, NewReply, PastConversation, Thumb } from '../db/records.ts';
import type { ModelMessage } from '../chat/types.ts';
import { storedContent, userMessage } from '../chat/prompt.ts';
import type { IdPrefix } from '../support/ids.ts';
import { type Dialogue, textOf, type Turn } from './dialogues.ts';
import type { Random } from './random.ts';

/** Whose conversations are made up. */
export interface DemoTalkers {
  /** A short word in the ids. */
  readonly name: string;
  readonly storeId: string;
  readonly agentId: string;
  readonly chatbotId: string;
}

/** A made-up conversation, and the turns that it consists of. */
export interface DemoConversation extends PastConversation {
  readonly turns: readonly Turn[];
}

const channels = [
  { channel: 'widget', weight: 78 },
  { channel: 'api', weight: 15 },
  { channel: 'mcp', weight: 7 },
] as const;

/** So many conversations in a row are different, so that lists do not repeat themselves. */
const maxRecent = 12;

/** The share of the days before the shop changed its model. */
const earlierShare = 0.4;

/** One conversation for each of the times, which are milliseconds since the epoch. It lasts at most five minutes. */
export function inventConversations(
  random: Random,
  shop: DemoTalkers,
  dialogues: readonly Dialogue[],
  times: readonly number[],
): DemoConversation[] {
  const recent: Dialogue[] = [];
  return times.map((startedAt, index) => {
    const dialogue = random.pick(dialogues.filter((each) => !recent.includes(each)));
    recent.unshift(dialogue);
    recent.length = Math.min(recent.length, maxRecent);
    const model = index < times.length * earlierShare ? 'shopping-0' : 'shopping-1';
    const begin = beginConversation(random, shop, { index, count: times.length, startedAt });
    const exchanges = inventExchanges(random, dialogue, model);
    const thumb = rate(random, dialogue, exchanges);
    return {
      ...begin,
      // Only the widget has thumbs.
      thumb: begin.channel === 'widget' ? thumb : null,
      messages: messagesOf(exchanges, begin, (position) =>
        demoId('msg', shop.name, index * maxMessages + position),
      ),
      turns: exchanges.map(({ turn }) => turn),
    };
  });
}

function beginConversation(
  random: Random,
  { name, storeId, agentId, chatbotId }: DemoTalkers,
  { index, count, startedAt }: { readonly index: number; readonly count: number; readonly startedAt: number },
): NewConversation {
  const { channel } = random.pick(channels);
  const isWidget = channel === 'widget';
  // Some come back.
  const visitor = Math.floor(random.between(0, count * 0.7));
  return {
    id: demoId('cnv', name, index),
    store_id: storeId,
    agent_id: agentId,
    visitor_id: isWidget ? demoId('vis', name, visitor) : null,
    channel,
    chatbot_id: isWidget ? chatbotId : null,
    is_test: false,
    created_at: new Date(startedAt).toISOString(),
  };
}

/** An id that says what it is: `vis_demomain00000000000017`. */
export function demoId(prefix: IdPrefix, name: string, number: number): string {
  return `${prefix}_demo${name}${String(number).padStart(18 - name.length, '0')}`;
}

const maxMessages = 10;

/** Some shoppers leave after the first reply, or the second, and all after one that did not end well. */
function inventExchanges(random: Random, { turns }: Dialogue, model: string): Exchange[] {
  const count = 1 + Math.floor(turns.length * random.between(0.3, 1));
  const exchanges = turns.slice(0, count).map((turn) => exchange(random, turn, model));
  const failure = exchanges.findIndex(({ outcome }) => outcome !== 'complete');
  return failure === -1 ? exchanges : exchanges.slice(0, failure + 1);
}

interface Exchange {
  readonly turn: Turn;
  readonly outcome: MessageOutcome;
  readonly content: readonly ModelMessage[];
  readonly reply: NewReply;
  /** Until the next question. */
  readonly pauseMs: number;
}

/** `waitMs` is how long the service waited for the model before it ended the reply. */
const endings = [
  { outcome: 'complete', error: null, waitMs: 0, weight: 955 },
  { outcome: 'aborted', error: null, waitMs: 0, weight: 18 },
  { outcome: 'partial', error: 'the model stopped responding', waitMs: 20_000, weight: 10 },
  { outcome: 'failed', error: 'the model provider is busy: try again in a moment', waitMs: 0, weight: 12 },
  { outcome: 'failed', error: 'the model did not start to respond in time', waitMs: 30_000, weight: 5 },
] as const;

function exchange(random: Random, turn: Turn, model: string): Exchange {
  const { outcome, error, waitMs } = random.pick(endings);
  const firstMs = firstTokenMs(random);
  const [input, output] = turn.tokens;
  const isComplete = outcome === 'complete';
  const restMs = Math.round(output * random.between(8, 22));
  return {
    turn,
    outcome,
    content: contentOf(turn.reply, outcome),
    pauseMs: Math.round(random.between(6_000, 45_000)),
    reply: {
      model_provider: 'provider_one',
      model,
      error,
      input_tokens: isComplete ? input : 0,
      output_tokens: isComplete ? output : 0,
      cost_micros: 0,
      is_estimated: false,
      first_token_ms: outcome === 'failed' ? null : firstMs,
      total_ms: waitMs + firstMs + (outcome === 'failed' ? 0 : restMs),
      result: isComplete ? turn.result : outcome === 'aborted' ? 'left' : 'failed',
    },
  };
}

/** Around 900 ms, as vendors take, with a long tail. */
function firstTokenMs(random: Random): number {
  const spread = random.next() + random.next() + random.next() - 1.5;
  const slow = random.chance(0.03) ? random.between(2, 4) : 1;
  return Math.round((250 + 650 * Math.exp(spread)) * slow);
}

/** Nothing of a failed reply, and half of the text of one that was interrupted. */
function contentOf(reply: readonly ModelMessage[], outcome: MessageOutcome): readonly ModelMessage[] {
  if (outcome === 'complete') return reply;
  if (outcome === 'failed') return [];
  return reply.map((message) => {
    if (message.role !== 'assistant') return message;
    const content = message.content.map((part) =>
      part.type === 'text' ? { ...part, text: part.text.slice(0, part.text.length / 2) } : part,
    );
    return { ...message, content };
  });
}

function rate(random: Random, dialogue: Dialogue, exchanges: readonly Exchange[]): Thumb | null {
  const last = exchanges.at(-1)?.reply.result ?? 'left';
  const isBad = dialogue.thumb === 'down' || !['helped', 'small_talk', 'left'].includes(last);
  return random.pick(isBad ? ratingsOfBad : ratingsOfGood).thumb;
}

interface Rating {
  readonly thumb: Thumb | null;
  readonly weight: number;
}

const ratingsOfGood: readonly Rating[] = [
  { thumb: null, weight: 71 },
  { thumb: 'up', weight: 27 },
  { thumb: 'down', weight: 2 },
];
const ratingsOfBad: readonly Rating[] = [
  { thumb: null, weight: 68 },
  { thumb: 'up', weight: 4 },
  { thumb: 'down', weight: 28 },
];

function messagesOf(
  exchanges: readonly Exchange[],
  { id, store_id, created_at }: NewConversation,
  idOf: (position: number) => string,
): PastConversation['messages'] {
  const shared = { store_id, conversation_id: id };
  let now = Date.parse(created_at);
  return exchanges.flatMap(({ turn, outcome, content, reply, pauseMs }, index) => {
    const [askedAt, repliedAt] = [now, now + reply.total_ms];
    now = repliedAt + pauseMs;
    const question = {
      ...shared,
      id: idOf(2 * index),
      role: 'user',
      content: storedContent([userMessage(turn.question)]),
      text: turn.question,
      outcome: 'complete',
      created_at: new Date(askedAt).toISOString(),
      reply: null,
    } as const;
    const answer = {
      ...shared,
      id: idOf(2 * index + 1),
      role: 'assistant',
      content: storedContent(content),
      text: textOf(content),
      outcome,
      created_at: new Date(repliedAt).toISOString(),
      reply,
    } as const;
    return [question, answer];
  });
}
