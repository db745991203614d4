import type { Product, Variant } from '../../server/db/records.ts';
import { createRandom } from '../random.ts';

export const kinds = [
  'Mug',
  'Backpack',
  'Armchair',
  'Raincoat',
  'Notebook',
  'Desk Lamp',
  'Yoga Mat',
  'Kettle',
] as const;
const names = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Linden'] as const;
export const colors = ['Red', 'Blue', 'Green', 'Black', 'White'] as const;
const sizes = ['S', 'M', 'L', 'XL'] as const;

/** 48 products in euros, six of each kind, the same for the same seed. Raincoats come in sizes. */
export function generatedProducts(seed: number): Product[] {
  const random = createRandom(seed);
  return kinds.flatMap((kind) =>
    names.map((name) => {
      const title = `${name} ${kind}`;
      const amount = 500 * random.between(2, 40) + 400;
      const before = random.chance(0.15) ? amount + 1000 : undefined;
      const own = colors.filter(() => random.chance(0.4));
      const options = (own.length > 0 ? own : ['Black']).flatMap((Color) =>
        kind === 'Raincoat' ? sizes.map((Size) => ({ Color, Size })) : [{ Color }],
      );
      const variants = options.map((each, index): Variant => ({
        id: `${title}-${index}`,
        title: Object.values(each).join(' / '),
        price: { amount, currency: 'EUR' },
        ...(before === undefined ? {} : { compare_at_price: { amount: before, currency: 'EUR' } }),
        options: { ...each },
        available: random.chance(0.85),
      }));
      return {
        id: title.toLowerCase().replaceAll(' ', '-'),
        title,
        description: `The ${title} is made to last.`,
        categories: [`${kind}s`],
        tags: [],
        price_range: { min: { amount, currency: 'EUR' }, max: { amount, currency: 'EUR' } },
        available: variants.some(({ available }) => available),
        variants,
      };
    }),
  );
}
