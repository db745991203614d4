import type { Product } from '../../server/db/records.ts';
import { createRandom } from '../random.ts';
import { generatedSeed } from './catalogs.ts';
import { colors, generatedProducts, kinds } from './generated-products.ts';
import type { Dialogue, DialogueTurn, Expected } from './parse-dialogues.ts';

const nothing: Expected = { about: [], says: [], notNames: [], notSays: [] };

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
  const cheap = products.filter(
    ({ title, price_range: range }) => title.endsWith(kind) && range.min.amount < euros * 100,
  );
  const colored = cheap.filter((product) => comesIn(product, color));
  return {
    catalog: 'generated',
    kind: 'narrowing',
    turns: [
      { said: `${kind.toLowerCase()}s under €${euros}`, expected: onlyOf(cheap, products) },
      { said: `only ${color.toLowerCase()} ones`, expected: onlyOf(colored, products) },
    ],
  };
}

function negating(products: readonly Product[], kind: string, color: string): Dialogue {
  const all = products.filter(({ title }) => title.endsWith(kind));
  const others = all.filter((product) => colors.some((each) => each !== color && comesIn(product, each)));
  return {
    catalog: 'generated',
    kind: 'negation',
    turns: [
      { said: `do you have ${kind.toLowerCase()}s`, expected: onlyOf(all, products) },
      { said: `not in ${color.toLowerCase()} please`, expected: onlyOf(others, products) },
    ],
  };
}

function asking(products: readonly Product[], kind: string): Dialogue {
  const product = products.filter(({ title }) => title.endsWith(kind)).at(-1);
  if (product === undefined) throw new Error(`no ${kind}`);
  const about = [product.title];
  const turns: DialogueTurn[] = [
    {
      said: `how much is the ${product.title.toLowerCase()}`,
      expected: { ...nothing, about, says: [`€${product.price_range.min.amount / 100}`] },
    },
    ...colors.slice(0, 2).map((color): DialogueTurn => ({
      said: `do you have it in ${color.toLowerCase()}?`,
      expected: { ...nothing, about, says: [stockWords(product, color)] },
    })),
  ];
  return { catalog: 'generated', kind: 'product questions', turns };
}

function stockWords({ variants }: Product, color: string): string {
  const own = variants.filter(({ options }) => options['Color'] === color);
  if (own.length === 0) return 'not listed';
  return own.some(({ available }) => available) ? 'in stock' : 'sold out';
}

/** No other product may be named as one that fits. */
function onlyOf(fitting: readonly Product[], products: readonly Product[]): Expected {
  const others = products.filter((product) => !fitting.includes(product));
  return { ...nothing, notNames: others.map(({ title }) => title) };
}

function comesIn({ variants }: Product, color: string): boolean {
  return variants.some(({ options }) => options['Color'] === color);
}
