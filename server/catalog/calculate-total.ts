import { z } from 'zod';
import type { Catalog } from './catalog.ts';
import { priceSchema } from './catalog-tools.ts';
import {
  choiceFields,
  chosenProduct,
  orderLine,
  type OrderLine,
  orderLineSchema,
  sumOf,
} from './chosen-product.ts';

const inputSchema = z.object({
  items: z
    .array(z.object({ ...choiceFields, quantity: z.int().min(1).max(10_000) }))
    .min(1)
    .max(20),
});

/** Multiplies and adds prices: models do it wrong. */
export const calculateTotal = {
  name: 'calculate_total',
  title: 'Calculate what several products cost',
  description:
    'Returns what quantities of products cost, each and together, at the prices of the catalogue, without shipping. ' +
    'Use it whenever a reply needs a price times a number or a sum: never calculate yourself.',
  inputSchema,
  outputSchema: z.object({
    lines: z.array(orderLineSchema),
    total: priceSchema.optional().describe('Absent where a product has no price'),
    without_price: z.array(z.object({ id: z.string(), reason: z.string() })),
  }),
  run(catalog: Catalog, { items }: z.infer<typeof inputSchema>) {
    const lines: OrderLine[] = [];
    const missing: { id: string; reason: string }[] = [];
    for (const { id, variant_id, quantity } of items) {
      const chosen = chosenProduct(catalog, { id, variant_id });
      const line = chosen && orderLine(chosen, quantity);
      if (line !== undefined) lines.push(line);
      else if (chosen === undefined) missing.push({ id, reason: 'This shop has no product with that id.' });
      else missing.push({ id, reason: 'Its variants differ in price: name one.' });
    }
    const total = missing.length === 0 ? sumOf(lines) : undefined;
    return { lines, ...(total === undefined ? {} : { total }), without_price: missing };
  },
};
