import { z } from 'zod';
import type { Catalog } from './catalog.ts';
import { priceSchema } from './catalog-tools.ts';
import { choiceFields, chosenProduct } from './chosen-product.ts';
import { truncateText } from './product.ts';

const maxReason = 300;

const inputSchema = z.object({
  items: z
    .array(
      z.object({
        ...choiceFields,
        why: z
          .string()
          .optional()
          .describe(
            "Why it suits this shopper, in one short sentence of the shopper's language. Name what speaks for it, not its price",
          ),
      }),
    )
    .min(1)
    .max(5)
    .describe('At most three, the one that fits best first; five where the shopper has asked for more'),
});

/** Shows products as cards: those that a model chose, and why. What the cards look like is the client's concern. */
export const showProducts = {
  name: 'show_products',
  title: 'Show products to the shopper',
  description:
    'Shows products as cards with picture, price, sizes, colours and a button, in this order, each with your reason. ' +
    'Call it once for a reply, before you write its text, with the products that you recommend or that the shopper ' +
    'asks about, and with no others: what a search has found is not shown by itself.',
  inputSchema,
  outputSchema: z.object({
    products: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        price: priceSchema,
        available: z.boolean(),
        variant_id: z.string().optional(),
        why: z.string().optional(),
      }),
    ),
    not_found: z.array(z.string()).describe('Ids that this shop does not have: they are not shown'),
  }),
  run(catalog: Catalog, { items }: z.infer<typeof inputSchema>) {
    const chosen = items.map((item) => ({ item, found: chosenProduct(catalog, item) }));
    return {
      products: chosen.flatMap(({ item: { why }, found }) => {
        if (found === undefined) return [];
        const { product, variant } = found;
        return {
          id: product.id,
          title: product.title,
          price: variant?.price ?? product.price_range.min,
          available: (variant ?? product).available,
          ...(variant === undefined ? {} : { variant_id: variant.id }),
          ...(why ? { why: truncateText(why, maxReason) } : {}),
        };
      }),
      not_found: chosen.filter(({ found }) => found === undefined).map(({ item }) => item.id),
    };
  },
};
