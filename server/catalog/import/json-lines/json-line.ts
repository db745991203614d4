import { z } from 'zod';

const text = z.string();
const listOrText = { error: 'neither a list of texts nor one text' };
const texts = z.union([z.array(text), text.transform((list) => list.split(','))], listOrText);
const path = z.union([z.array(text), text.transform((whole) => whole.split('>'))], listOrText);

function missingOr(rule: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? 'it is missing' : rule) };
}

/** In whole units ("19.99", 19.99, "19.99 EUR"), or in minor units as `{"amount": 1999, "currency": "EUR"}`. */
const price = z.union([text, z.number(), z.object({ amount: z.number(), currency: text.optional() })], {
  error: 'neither a price like "19.99" nor {"amount": 1999, "currency": "USD"}',
});
export type JsonPrice = z.infer<typeof price>;

const variant = z.object({
  id: text.optional(),
  title: text.optional(),
  sku: text.optional(),
  price: price.optional(),
  compare_at_price: price.optional(),
  options: z.record(text, text).optional(),
  available: z.boolean().optional(),
  quantity: z.int().min(0).optional(),
});
export type JsonVariant = z.infer<typeof variant>;

/** One line of a JSON Lines file. Unknown fields are ignored. */
export const jsonLineSchema = z.object({
  id: z.union([text, z.int().transform(String)], missingOr('neither text nor a whole number')),
  title: z.string(missingOr('it is not text')),
  description: text.optional(),
  brand: text.optional(),
  categories: path.optional(),
  tags: texts.optional(),
  url: text.optional(),
  image_url: text.optional(),
  currency: text.optional(),
  price: price.optional(),
  compare_at_price: price.optional(),
  available: z.boolean().optional(),
  quantity: z.int().min(0).optional(),
  /** Every combination of the values is a variant, unless `variants` lists them. */
  options: z.record(text, z.array(text).min(1)).optional(),
  /** Titles of the variants that are out of stock: their values, joined by " / ". */
  out_of_stock: z.array(text).optional(),
  variants: z.array(variant).min(1).optional(),
});
export type JsonLine = z.infer<typeof jsonLineSchema>;
