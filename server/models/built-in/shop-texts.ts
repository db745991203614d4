import { termsOf } from '../../catalog/search/terms.ts';
import { questionTerms } from '../../knowledge/knowledge-index.ts';
import { harmlessSentences, plainText } from '../../support/plain-text.ts';
import { type Message, readMessage } from './read-message.ts';
import type { Context, Course } from './state.ts';
import { type Passage, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

/** Words of a remark that is understood by the question before: "and to Canada?". */
const maxBrief = 4;
const orderNumber = /\border\s*(?:number|no|nr)?\.?\s*#?\s?\d{3,}|#\d{3,}|\b[a-z]{1,4}-?\d{4,}/;

/** What the shop's texts say about a question. */
export interface About {
  /** Of the passages that explain the question best: the second has other words of it, or as many. */
  readonly texts: readonly string[];
  readonly contact?: string | undefined;
  /** The terms of the question that the first text has. */
  readonly explained: readonly string[];
  /** The share of the question that it has; half of it by chance, more with topics of shops, or after such a question. */
  readonly score: number;
  /** What the shop has written for this very question. */
  readonly answer?: string | undefined;
}

export const nothingAbout: About = { texts: [], explained: [], score: 0 };

/** Searches the shop's texts for a message, with the question before or the product that it is about. */
export function* textsAbout(context: Context): Course<About> {
  const { message, state, tools } = context;
  if (tools.search_shop_knowledge === undefined) return nothingAbout;
  const { said, topics, marks, things } = message;
  const isFollowUp = state.question !== undefined && isBrief(message);
  const isOfIt = marks.has('pronoun') && topics.length > 0 && things.length === 0;
  // The number of an order is of one: texts are about all.
  const isOrder = asksForOrder(context);
  const plain = isOrder ? said.replace(/#?\d{3,}/g, '') : said;
  const before = isFollowUp
    ? state.question
    : isOfIt
      ? state.focus?.title.split(' ').slice(-2).join(' ')
      : undefined;
  const query = before === undefined ? plain : `${plain} ${before}`;
  const reading = yield { tool: 'search_shop_knowledge', input: { query: query.slice(0, 300) } };
  if (reading.type !== 'knowledge') return { ...nothingAbout, texts: [unreachable(reading)], score: 1 };
  const contact = reading.contact === undefined ? undefined : plainText(reading.contact, 200);
  const [first, ...rest] = reading.passages;
  if (first === undefined) return { ...nothingAbout, contact };
  const asked = questionTerms(plain);
  const had = ({ missing_words: missing }: Passage, terms: readonly string[]): string[] =>
    terms.filter((term) => !missing.flatMap(termsOf).includes(term));
  const explained = had(first, asked);
  const open = asked.filter((term) => !explained.includes(term));
  const second = rest.find(
    (each) =>
      had(each, open).length * 2 > open.length || had(each, asked).length >= Math.max(1, explained.length),
  );
  const isKnown = isFollowUp || (isOrder && first.missing_words.length === 0);
  const share = asked.length === 0 ? Number(isKnown) : explained.length / asked.length;
  const bonus = Number(topics.length > 0) / 2 + Number(isFollowUp) / 2;
  const isChance = bonus === 0 && explained.length < 2 && share < 1;
  const same = reading.passages.find(({ title }) => title !== '' && wordsOf(title) === wordsOf(said));
  return {
    texts: [first, second].flatMap((passage) => (passage === undefined ? [] : phrasePassage(passage))),
    contact,
    explained,
    score: share / (isChance ? 2 : 1) + bonus,
    answer: same === undefined ? undefined : quoted(same),
  };
}

/** Whether a message is understood by the one before. */
export function isBrief({ said, marks, isChange }: Message): boolean {
  const isOfIt = /\b(?:there|it|that|them|those|they|too)\b/.test(said);
  return isChange || (!marks.has('wants') && (isOfIt || questionTerms(said).length <= maxBrief));
}

/** Whether a message asks for an order of the shopper, or goes on about it. */
export function asksForOrder({ message, state }: Pick<Context, 'message' | 'state'>): boolean {
  const isOrder = ({ marks, said }: Message): boolean => marks.has('order') || orderNumber.test(said);
  const isAgain = state.question !== undefined && questionTerms(message.said).length <= 1;
  return isOrder(message) || (isAgain && isOrder(readMessage(state.question)));
}

/** The model cannot see orders: it says so, and quotes what the shop says of all. */
export function orderReply({ texts, contact, score, answer }: About): string {
  const order = `${replies.cannotSeeOrders} ${replies.ask(contact)}`;
  return answer ?? [order, ...(score >= 1 ? texts.slice(0, 1) : [])].join('\n\n');
}

export function cannotKnow({ contact }: About): string {
  return `${replies.unknown} ${replies.ask(contact)}`;
}

/** The words of a question without numbers: orders have different ones. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ');
}

/** What a passage says, without what reads as an instruction. */
function quoted({ text, quote = text }: Passage): string {
  const lines = quote.split(/[\r\n]+/u).map((line) => harmlessSentences(line).join(' '));
  return lines.filter(Boolean).join('\n');
}

function phrasePassage(passage: Passage): string {
  const said = quoted(passage);
  // Below a list, the title is a paragraph of its own.
  return `${said}${said.includes('\n') ? '\n\n' : ' '}(${plainText(passage.title || passage.source, 120)})`.trim();
}
