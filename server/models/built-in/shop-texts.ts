import { isAboutTopic, questionTerms } from '../../knowledge/knowledge-index.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import { harmlessSentences, plainText } from '../../support/plain-text.ts';
import { type Message, readMessage } from './read-message.ts';
import type { Context, Course } from './state.ts';
import { type Passage, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

const maxPassages = 2;
/** Words of a remark that is understood by the question before: "and to Canada?". */
const maxBrief = 4;
const orderNumber = /\border\s*(?:number|no|nr)?\.?\s*#?\s?\d{3,}|#\d{3,}|\b[a-z]{1,4}-?\d{4,}/;

/** What the shop's texts say about a question. */
export interface About {
  /** Of the passages that explain the question: each has words that those before do not have. */
  readonly texts: readonly string[];
  readonly contact: string | undefined;
  /** The terms of the question that the first text has, and their share of all that say something. */
  readonly explained: readonly string[];
  readonly share: number;
  /** Whether it has more of the question than one word by chance. */
  readonly isClear: boolean;
  /** Whether it has every word of it. */
  readonly isWhole: boolean;
  /** What the shop has written for this very question. */
  readonly answer: string | undefined;
}

export const nothingAbout: About = {
  texts: [],
  contact: undefined,
  explained: [],
  share: 0,
  isClear: false,
  isWhole: false,
  answer: undefined,
};

/** Searches the shop's texts for a message, with the question before or the product that it is about. */
export function* textsAbout(context: Context): Course<About> {
  const { message, state, tools } = context;
  if (tools.search_shop_knowledge === undefined) return nothingAbout;
  const { said, topics, marks, things } = message;
  const isFollowUp = state.question !== undefined && isBrief(message);
  const kind =
    state.focus !== undefined && marks.has('pronoun') && topics.length > 0 ? kindOf(state.focus.title) : '';
  // The number of an order is of one: texts are about all.
  const plain = asksForOrder(context) ? said.replace(/#?\d{3,}/g, '') : said;
  const query = [plain, isFollowUp ? state.question : '', things.length === 0 ? kind : ''];
  const reading = yield {
    tool: 'search_shop_knowledge',
    input: { query: query.filter(Boolean).join(' ').slice(0, 300) },
  };
  if (reading.type !== 'knowledge')
    return { ...nothingAbout, texts: [unreachable(reading)], share: 1, isClear: true, isWhole: true };
  const contact = reading.contact === undefined ? undefined : plainText(reading.contact, 200);
  const own = questionTerms(plain);
  const asked = own.length > 0 || !isFollowUp ? own : questionTerms(state.question ?? '');
  const lacking = (passage: Passage): Set<string> => new Set(passage.missing_words.flatMap(termsOf));
  const [first, ...others] = reading.passages;
  if (first === undefined) return { ...nothingAbout, contact };
  const explained = asked.filter((term) => !lacking(first).has(term));
  const missing = asked.filter((term) => lacking(first).has(term));
  const count = (passage: Passage, terms: readonly string[]): number =>
    terms.filter((term) => !lacking(passage).has(term)).length;
  // One that has the other words, or as many of them.
  const second = others.find(
    (passage) =>
      count(passage, missing) * 2 > missing.length || count(passage, asked) >= Math.max(1, explained.length),
  );
  const same = reading.passages.find(({ title }) => title !== '' && wordsOf(title) === wordsOf(said));
  return {
    texts: [first, ...(second === undefined ? [] : [second])].slice(0, maxPassages).map(phrasePassage),
    contact,
    explained,
    share: asked.length === 0 ? Number(isFollowUp) : explained.length / asked.length,
    isClear:
      topics.length > 0 ||
      isFollowUp ||
      explained.length > 1 ||
      (missing.length === 0 && explained.length > 0),
    isWhole: first.missing_words.length === 0,
    answer: same === undefined ? undefined : quoted(same),
  };
}

function kindOf(title: string): string {
  return (
    title
      .split(/[,(–-]/)[0]
      ?.trim()
      .split(' ')
      .slice(-2)
      .join(' ') ?? ''
  );
}

/** Whether a message is understood by the one before: it has few words, and no product of its own. */
export function isBrief({ said, marks, isChange }: Message): boolean {
  if (marks.has('wants') && !isChange) return false;
  return (
    isChange ||
    /\b(?:there|it|that|them|those|they|too)\b/.test(said) ||
    questionTerms(said).length <= maxBrief
  );
}

/** Whether a message asks for an order of the shopper. */
export function asksForOrder({ message: { marks, said }, state: { question } }: Context): boolean {
  const isOrder = (text: string): boolean => readMessage(text).marks.has('order') || orderNumber.test(text);
  return (
    marks.has('order') ||
    orderNumber.test(said) ||
    (question !== undefined && questionTerms(said).length <= 1 && isOrder(question))
  );
}

/** The model cannot see orders: it says so, and quotes what the shop says of all. */
export function* aboutOrder(context: Context): Course {
  const { texts, contact, share, isClear, isWhole, answer } = yield* textsAbout(context);
  if (answer !== undefined) return answer;
  const order = `${replies.cannotSeeOrders} ${replies.ask(contact)}`;
  const isAlso = isWhole || (share >= 0.5 && isClear && context.message.topics.length > 0);
  return [order, ...(isAlso ? texts.slice(0, 1) : [])].join('\n\n');
}

export function cannotKnow({ contact }: Pick<About, 'contact'>): string {
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
