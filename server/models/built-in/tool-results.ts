import { z } from 'zod';
import type { ToolName } from './tools.ts';

const price = z.object({ amount: z.number().min(0), currency: z.string().regex(/^[A-Z]{3}$/) });
const texts = z.array(z.string()).catch([]);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const summary = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  price,
  max_price: optional(price),
  compare_at_price: optional(price),
  available: z.boolean(),
  colors: texts,
  sizes: texts,
});

const variant = z.object({
  price,
  compare_at_price: optional(price),
  options: z.record(z.string(), z.string()).catch({}),
  available: z.boolean(),
  quantity: optional(z.number()),
});

const product = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().catch(''),
  brand: optional(z.string()),
  url: optional(z.string()),
  price_range: z.object({ min: price, max: price }),
  available: z.boolean(),
  variants: z.array(z.unknown()).catch([]).transform(valid(variant)),
});

const passage = z.object({
  text: z.string().min(1),
  source: z.string().catch(''),
  title: z.string().catch(''),
});

/** A product in a list. Replies contain only validated tool results. */
export type Summary = z.infer<typeof summary>;
export type Detail = z.infer<typeof product>;
export type DetailVariant = z.infer<typeof variant>;
export type Passage = z.infer<typeof passage>;

const found = z.object({
  products: z.array(z.unknown()).transform(valid(summary)),
  total: z.number().min(0),
  currency: optional(price.shape.currency),
  unknown_words: texts,
  unmatched_words: texts,
  did_you_mean: z.array(z.object({ word: z.string(), instead: z.array(z.string()) })).catch([]),
  only_mentioned: z.boolean().catch(false),
});
const knowledge = z.object({
  passages: z.array(z.unknown()).catch([]).transform(valid(passage)),
  contact: optional(z.string()),
});

const readings = {
  search_catalog: found.transform((data) => ({ type: 'found' as const, ...data })),
  get_product: z.union([
    z.object({ product }).transform((data) => ({ type: 'product' as const, ...data })),
    z.object({ error: z.string().regex(/no product/i) }).transform(() => ({ type: 'missing' as const })),
  ]),
  search_shop_knowledge: knowledge.transform((data) => ({ type: 'knowledge' as const, ...data })),
};

/** The validated result of a tool. */
export type Reading = z.infer<(typeof readings)[ToolName]> | { readonly type: 'failed' };
export type Found = Extract<Reading, { type: 'found' }>;

/** Validates a tool's output, which may be anything. Products without required fields are dropped. */
export function readToolOutput(tool: ToolName, output: unknown): Reading {
  const { success, data } = readings[tool].safeParse(output);
  return success ? data : { type: 'failed' };
}

function valid<Schema extends z.ZodType>(schema: Schema): (values: unknown[]) => z.infer<Schema>[] {
  return (values) =>
    values.flatMap((value) => {
      const { success, data } = schema.safeParse(value);
      return success ? [data] : [];
    });
}
