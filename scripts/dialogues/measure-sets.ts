import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { type Catalog, createCatalog } from '../../server/catalog/catalog.ts';
import { searchCatalog } from '../../server/catalog/catalog-tools.ts';
import { currencyDigits } from '../../server/catalog/money/currency-digits.ts';
import { buildKnowledgeIndex, type KnowledgeIndex } from '../../server/knowledge/knowledge-index.ts';
import { searchShopKnowledge, type ShopKnowledge } from '../../server/knowledge/knowledge-tool.ts';
import { readDocument } from '../../server/knowledge/read-document.ts';
import { catalogToolSet, createShopper, type Said } from '../../server/models/built-in/testing/shopper.ts';
import type { Product } from '../../server/db/records.ts';
import { replies } from '../../server/models/built-in/words/replies.ts';
import { productsOfShop } from './catalogs.ts';
import { inventedIn, titlesIn } from './check-facts.ts';

/** What a machine can check of a reply. Patterns ignore case. */
interface Check {
  /** Patterns that the reply or the title of a card has. */
  readonly has?: readonly string[];
  readonly says?: readonly string[];
  /** Titles: `says` is asked only of a reply that has looked one of these up. */
  readonly about?: readonly string[];
  /** Titles that must not be named, unless as what comes closest. */
  readonly not_claimed?: readonly string[];
  readonly not?: readonly string[];
  readonly cards_not?: readonly string[];
  /** In units of the currency. */
  readonly cards_max?: number;
}

interface Turn {
  readonly say: string;
  readonly check?: Check;
}

interface Dialogue {
  readonly id: string;
  readonly turns: readonly Turn[];
}

/** `want`: a pattern, or null where nothing fits. */
interface Query {
  readonly input: object;
  readonly want: string | null;
}

interface Question {
  readonly question: string;
  readonly want: string | null;
}

interface Card {
  readonly title: string;
  readonly price: number;
}

/** How many of a set passed, and what did not. */
export interface Measured {
  readonly name: 'queries' | 'questions' | 'turns';
  readonly passed: number;
  readonly of: number;
  readonly misses: readonly string[];
}

const shownProducts = 5;
const cardsSchema = z.object({
  products: z
    .array(z.object({ title: z.string(), price: z.object({ amount: z.number(), currency: z.string() }) }))
    .default([]),
});

/**
 * Measures a shop of its own: a folder with `products.jsonl` or the name of a catalogue, `contact.txt`, its texts (Markdown,
 * HTML or question pairs), and `search-queries.jsonl`, `questions.jsonl` and `dialogues.jsonl`, of which each may be missing.
 * Nothing is measured where its catalogue is not on this machine. Dialogues have the tools of `toolsFor`.
 */
export async function measureSets(
  folder: string,
  all: boolean,
  toolsFor = catalogToolSet,
): Promise<Measured[]> {
  const products = await productsOfShop(folder);
  if (products === undefined) return [];
  const catalog = await createCatalog(products);
  const texts = readdirSync(folder).filter((name) => /\.(?:md|html|csv)$/.test(name));
  const documents = texts.map((name) => readDocument({ name, bytes: readFileSync(path.join(folder, name)) }));
  const index = await buildKnowledgeIndex(documents);
  const contact = readFileSync(path.join(folder, 'contact.txt'), 'utf8').trim();
  const tools = { ...(await toolsFor(products)), ...knowledgeTools({ index, contact }) };
  return [
    measureQueries(readSet(folder, 'search-queries'), catalog),
    measureQuestions(readSet(folder, 'questions'), index),
    await measureDialogues(readSet(folder, 'dialogues'), { tools, products }, all),
  ];
}

function readSet<Entry>(folder: string, name: string): Entry[] {
  const file = path.join(folder, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Entry);
}

/** The real tool over a shop's knowledge as a tool of the SDK. */
function knowledgeTools(knowledge: ShopKnowledge): ToolSet {
  const { name, description, inputSchema, run } = searchShopKnowledge;
  const execute = (input: unknown) => run(knowledge, inputSchema.parse(input));
  return { [name]: tool({ description, inputSchema, execute }) };
}

/** A wanted product must be among the first five; where there is none, nothing may have all words. */
function measureQueries(queries: readonly Query[], catalog: Catalog): Measured {
  const outcomes = queries.map(({ input, want }) => {
    const parsed = searchCatalog.inputSchema.parse({ ...input, limit: shownProducts });
    const { products, fit } = searchCatalog.run(catalog, parsed);
    const titles = products.map(({ title }) => title);
    const isHit = want === null ? fit !== 'all_words' : titles.some((title) => new RegExp(want).test(title));
    return isHit ? undefined : `${JSON.stringify(input)} -> ${titles.join(' | ') || 'nothing'}`;
  });
  return measured('queries', outcomes);
}

/** The right passage must be the first, or there must be none. */
function measureQuestions(questions: readonly Question[], index: KnowledgeIndex): Measured {
  const outcomes = questions.map(({ question, want }) => {
    const [{ text } = { text: '' }] = index.search(question);
    const isHit = want === null ? text === '' : new RegExp(want).test(text);
    return isHit ? undefined : `${question} -> ${text || 'nothing'}`;
  });
  return measured('questions', outcomes);
}

async function measureDialogues(
  dialogues: readonly Dialogue[],
  { tools, products }: { readonly tools: ToolSet; readonly products: readonly Product[] },
  all: boolean,
): Promise<Measured> {
  const outcomes: (string | undefined)[] = [];
  for (const { id, turns } of dialogues) {
    const shopper = createShopper(tools);
    for (const [at, turn] of turns.entries()) {
      const reply = await shopper.say(turn.say);
      const reasons = [...failures(reply, turn.check ?? {}), ...inventedIn(reply.text, products)];
      const line = [`${id}.${at + 1} > ${turn.say}`, reply.text, ...reasons].join('\n   ');
      if (all && reasons.length === 0) console.log(line);
      outcomes.push(reasons.length === 0 ? undefined : line);
    }
  }
  return measured('turns', outcomes);
}

function measured(name: Measured['name'], outcomes: readonly (string | undefined)[]): Measured {
  const misses = outcomes.filter((outcome) => outcome !== undefined);
  return { name, passed: outcomes.length - misses.length, of: outcomes.length, misses };
}

/** What of a reply is not as it should be. */
export function failures({ text, calls }: Said, check: Check): string[] {
  // The widget shows the products that a text names (decision 0063).
  const cards = calls.flatMap(({ output }) => cardsOf(output)).filter(({ title }) => text.includes(title));
  const matches = (pattern: string, value: string): boolean => new RegExp(pattern, 'i').test(value);
  const { has = [], says = [], not = [], cards_not: unwanted = [], cards_max: max = Infinity } = check;
  const titles = titlesIn(text);
  const isLookedUp = calls.some((call) => call.tool === 'get_product');
  const isAbout = check.about?.some((title) => isLookedUp && titles.includes(title)) ?? true;
  // What is closest, compared or not listed is no claim that it fits.
  const isClaim = ![replies.closest, replies.cannotCompare, 'is not listed'].some((part) =>
    text.includes(part),
  );
  const claimed = isClaim ? (check.not_claimed ?? []) : [];
  const all = [text, ...cards.map(({ title }) => title)].join('\n');
  return [
    ...has.filter((pattern) => !matches(pattern, all)).map((pattern) => `lacks ${pattern}`),
    ...says
      .filter((pattern) => isAbout && !matches(pattern, text))
      .map((pattern) => `does not say ${pattern}`),
    ...not.filter((pattern) => matches(pattern, text)).map((pattern) => `says ${pattern}`),
    ...claimed.filter((title) => titles.includes(title)).map((title) => `names ${title}`),
    ...cards
      .filter(({ title, price }) => price > max || unwanted.some((pattern) => matches(pattern, title)))
      .map(({ title, price }) => `shows ${title} at ${price}`),
  ];
}

/** The products of a search or a lookup, with their lowest price in units of the currency. */
function cardsOf(output: unknown): Card[] {
  const { products } = cardsSchema.parse(output);
  return products.map(({ title, price: { amount, currency } }) => ({
    title,
    price: amount / 10 ** currencyDigits(currency),
  }));
}
