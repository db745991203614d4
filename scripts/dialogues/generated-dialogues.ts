import type { Product } from '../../server/db/records.ts';
import { createRandom } from '../random.ts';
import { generatedSeed } from './catalogs.ts';
import { colors, generatedProducts, kinds } from './generated-products.ts';
import type { Dialogue, DialogueTurn, Expected } from './parse-dialogues.ts';

const nothing: Expected = {
  intents: [],
  names: [],
  isExact: false,
  notNames: [],
  says: [],
  notSays: [],
  sends: undefined,
};

/** Dialogues over the generated catalogue, whose facts are computed from its products by definition. */
export function generatedDialogues(): Dialogue[] {
  const products = generatedProducts(generatedSeed);
  const random = createRandom(generatedSeed + 1);
  return kinds.flatMap((kind) => [
    narrowing(products, kind, random.pick(colors), random.between(20, 150)),
    negating(products, kind, random.pick(colors)),
    asking(products, kind),
  ]);
}

function narrowing(products: readonly Product[], kind: string, color: string, euros: number): Dialogue {
  const all = products.filter(({ title }) => title.endsWith(kind));
  const cheap = all.filter((product) => amountOf(product) < euros * 100);
  const colored = cheap.filter((product) => comesIn(product, color));
  const free = all.filter((product) => comesIn(product, color));
  return {
    catalog: 'generated',
    kind: 'narrowing',
    turns: [
      { said: `${kind.toLowerCase()}s under €${euros}`, expected: listOf(cheap) },
      { said: `only ${color.toLowerCase()} ones`, expected: listOf(colored) },
      { said: 'the price does not matter', expected: listOf(free) },
    ],
  };
}

function negating(products: readonly Product[], kind: string, color: string): Dialogue {
  const all = products.filter(({ title }) => title.endsWith(kind));
  const others = all.filter((product) => colors.some((each) => each !== color && comesIn(product, each)));
  const cheapest = others.toSorted((left, right) => amountOf(left) - amountOf(right));
  return {
    catalog: 'generated',
    kind: 'negation',
    turns: [
      { said: `do you have ${kind.toLowerCase()}s`, expected: listOf(all) },
      { said: `not in ${color.toLowerCase()} please`, expected: listOf(others) },
      { said: 'cheapest first', expected: { ...listOf(cheapest.slice(0, 1)), isExact: false } },
    ],
  };
}

function asking(products: readonly Product[], kind: string): Dialogue {
  const product = products.filter(({ title }) => title.endsWith(kind)).at(-1);
  if (product === undefined) throw new Error(`no ${kind}`);
  const turns: DialogueTurn[] = [
    {
      said: `how much is the ${product.title.toLowerCase()}`,
      expected: {
        ...nothing,
        intents: ['product'],
        names: [product.title],
        says: [`€${amountOf(product) / 100}`],
      },
    },
    ...colors.slice(0, 2).map((color): DialogueTurn => ({
      said: `do you have it in ${color.toLowerCase()}?`,
      expected: {
        ...nothing,
        intents: ['product'],
        names: [product.title],
        says: [stockWords(product, color)],
      },
    })),
  ];
  return { catalog: 'generated', kind: 'product questions', turns };
}

function stockWords({ variants }: Product, color: string): string {
  const own = variants.filter(({ options }) => options['Color'] === color);
  if (own.length === 0) return 'not listed';
  return own.some(({ available }) => available) ? 'in stock' : 'sold out';
}

/** All titles on the first page, or five of them; without products, that there are none. */
function listOf(products: readonly Product[]): Expected {
  if (products.length === 0) return { ...nothing, intents: ['none'] };
  const titles = products.map(({ title }) => title);
  return products.length <= 5
    ? { ...nothing, intents: ['list'], names: titles, isExact: true }
    : { ...nothing, intents: ['list'], says: [`I found ${products.length} `] };
}

function amountOf({ price_range: range }: Product): number {
  return range.min.amount;
}

function comesIn({ variants }: Product, color: string): boolean {
  return variants.some(({ options }) => options['Color'] === color);
}
