import { contentTerms } from '../../catalog/search/retail-language.ts';
import { isAboutTopic } from '../../knowledge/knowledge-index.ts';
import { harmlessSentences, plainText } from '../../support/plain-text.ts';
import { isStatement, type Message, readMessage } from './read-message.ts';
import type { Context, Course } from './state.ts';
import { type Passage, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

const maxPassages = 2;
/** Words of a remark that is understood by the question before: "I used the pan twice". */
const maxBrief = 3;
const orderNumber = /\border\s*(?:number|no|nr)?\.?\s*#?\s?\d{3,}|#\d{3,}/;

export interface About {
  readonly texts: readonly string[];
  readonly contact: string | undefined;
  /** How many words of the question the first text does not have. */
  readonly missing: number;
  /** What the shop has written for this very question. */
  readonly answer?: string | undefined;
}

/** What the shop has published about a question, and whom to ask about everything else. */
export function* passagesAbout(question: string, { tools }: Pick<Context, 'tools'>): Course<About> {
  const nothing = { texts: [], contact: undefined, missing: Infinity };
  if (tools.search_shop_knowledge === undefined) return nothing;
  const reading = yield { tool: 'search_shop_knowledge', input: { query: question.slice(0, 300) } };
  if (reading.type !== 'knowledge') return { ...nothing, texts: [unreachable(reading)] };
  const contact = reading.contact === undefined ? undefined : plainText(reading.contact, 200);
  const passages = reading.passages.slice(0, maxPassages);
  return {
    texts: passages.map(phrasePassage),
    contact,
    missing: passages[0]?.missing_words.length ?? Infinity,
    answer: passages
      .filter(({ title }) => title !== '' && wordsOf(title) === wordsOf(question))
      .map(quoted)[0],
  };
}

/** The words of a question without numbers: orders have different ones. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ');
}

/** The reply to a question about the shop or an order; undefined where the message is rather about products. */
export function* askShop(context: Context): Course<string | undefined> {
  const { said, topics, things, marks, query, isQuestion } = context.message;
  const { question, focus } = context.state;
  const isOfIt = focus !== undefined && marks.has('pronoun');
  const isBrief = contentTerms(said).length <= maxBrief;
  const isFollowUp =
    question !== undefined && isBrief && !isOfIt && (things.length === 0 || isStatement(said));
  // "What is on sale" asks for products, "can I return sale items" does not.
  if (marks.has('onSale') && topics.every((topic) => isAboutTopic(topic, 'sale'))) return undefined;
  const isOrder = asksForOrder(context.message) || (isFollowUp && asksForOrder(readMessage(question)));
  const hasOther = things.some((thing) => !topics.join(' ').includes(thing));
  // "Open toe sandals" are no opening hours, and "my son turns 3 on Saturday, I need boots" asks for none.
  const wants = marks.has('wants') && !/\b(?:need|want|like) to\b/.test(said);
  const isWish = hasOther && !isQuestion && (wants || !/\b(?:the|my)\b/.test(said));
  if (!isOrder && !isFollowUp && (isWish || topics.length === 0)) return undefined;
  const asked = topics.length === 0 && !isOrder ? `${said} ${question}` : said;
  // The number is of one order: texts are about all.
  const { texts, contact, missing, answer } = yield* passagesAbout(
    isOrder ? asked.replace(/#?\d{3,}/g, '') : asked,
    context,
  );
  if (answer !== undefined) return answer;
  const order = `${replies.cannotSeeOrders} ${replies.ask(contact)}`;
  const isGeneral = topics.length > 0 && !orderNumber.test(said);
  if (isOrder) return [order, ...(isGeneral || missing === 0 ? texts.slice(0, 1) : [])].join('\n\n');
  if (texts.length > 0) return texts.join('\n\n');
  const isSpokenOf = focus !== undefined && (marks.has('pronoun') || marks.has('safety'));
  // A topic of which the shop has written nothing may be a word of a product: "nut butter".
  const isMore = contentTerms(query).some((term) => !topics.join(' ').includes(term));
  const mayBeProduct = isMore && (marks.has('wants') || !isQuestion);
  const isProduct = topics.length === 0 || hasOther || isSpokenOf || mayBeProduct;
  return isProduct ? undefined : `${replies.unknown} ${replies.ask(contact)}`;
}

function asksForOrder({ marks, said }: Message): boolean {
  return marks.has('order') || orderNumber.test(said);
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
