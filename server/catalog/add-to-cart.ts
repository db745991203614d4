import { z } from 'zod';
import type { Catalog } from './catalog.ts';
import {
  choiceFields,
  type ChosenProduct,
  chosenProduct,
  orderLine,
  orderLineSchema,
} from './chosen-product.ts';

const inputSchema = z.object({
  ...choiceFields,
  quantity: z.int().min(1).max(99).default(1),
});

interface Problem {
  readonly error: string;
  readonly variants?: readonly { readonly id: string; readonly title: string; readonly available: boolean }[];
}

/**
 * Proposes a product for the cart: its card asks the shopper, and the page, not the service, puts it in. Offered only on
 * pages that have a cart for it (decision 0063).
 */
export const addToCart = {
  name: 'add_to_cart',
  title: "Propose a product for the shopper's cart",
  description:
    'Shows the card of a product with a button that puts this quantity of this variant into the cart. Use it when the ' +
    'shopper says that they want it. Nothing is in the cart before they press the button: say so. A product of several ' +
    'variants needs variant_id: where the shopper has not named size or colour, ask first.',
  inputSchema,
  outputSchema: z.object({
    products: z.array(orderLineSchema).optional(),
    status: z.string().optional(),
    error: z.string().optional().describe('Present where no card is shown'),
    variants: z
      .array(z.object({ id: z.string(), title: z.string(), available: z.boolean() }))
      .optional()
      .describe('What the shopper can choose from'),
  }),
  run(catalog: Catalog, { id, variant_id, quantity }: z.infer<typeof inputSchema>) {
    const chosen = chosenProduct(catalog, { id, variant_id });
    if (chosen === undefined) return { error: 'This shop has no product with that id.' };
    const problem = problemOf(chosen, quantity);
    if (problem !== undefined) return problem;
    const line = orderLine(chosen, quantity);
    return {
      products: line === undefined ? [] : [line],
      status: 'The card asks the shopper to confirm. It is not in the cart yet.',
    };
  },
};

/** Why it cannot be put into the cart; undefined where it can. */
function problemOf({ product, variant }: ChosenProduct, quantity: number): Problem | undefined {
  if (variant === undefined && product.variants.length > 1) {
    const variants = product.variants.map(({ id, title, available }) => ({ id, title, available }));
    return { error: 'It has several variants: ask which one, then name its variant_id.', variants };
  }
  if (!(variant ?? product).available) return { error: 'It is sold out.' };
  const stock = variant?.quantity ?? Infinity;
  return stock < quantity ? { error: `Only ${stock} are in stock.` } : undefined;
}
