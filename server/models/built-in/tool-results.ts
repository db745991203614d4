import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { z } from 'zod';
import * as catalog from '../../catalog/catalog-tools.ts';
import { searchShopKnowledge } from '../../knowledge/knowledge-tool.ts';

/** The tools that the model uses. */
export const toolNames = ['search_catalog', 'get_product', 'search_shop_knowledge'] as const;
export type ToolName = (typeof toolNames)[number];

// Other servers than the shop's own may leave fields out; of a product, only what every reply needs is required.
const price = catalog.priceSchema.extend({ currency: z.string().regex(/^[A-Z]{3}$/) });
const optionalPrice = price.optional().catch(undefined);
const texts = z.array(z.string()).catch([]);
const summary = catalog.productSummarySchema
  .pick({ id: true, title: true, available: true })
  .extend({ price, max_price: optionalPrice, compare_at_price: optionalPrice, colors: texts, sizes: texts });
const variant = catalog.variantSchema.pick({ available: true, quantity: true }).extend({
  price,
  compare_at_price: optionalPrice,
  options: catalog.variantSchema.shape.options.catch({}),
});
const product = catalog.productSchema.pick({ id: true, title: true, available: true }).extend({
  description: z.string().catch(''),
  brand: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  price_range: z.object({ min: price, max: price }),
  variants: z.array(z.unknown()).catch([]).transform(valid(variant)),
});
const search = z.object({
  products: z.array(z.unknown()).transform(valid(summary)),
  total: z.number().min(0),
  currency: price.shape.currency.optional().catch(undefined),
  unknown_words: texts,
  unmatched_words: texts,
  did_you_mean: z.array(z.object({ word: z.string(), instead: z.array(z.string()) })).catch([]),
  only_mentioned: z.boolean().catch(false),
});
const knowledge = searchShopKnowledge.outputSchema;
const readings = {
  search_catalog: search.transform((data) => ({ type: 'found' as const, ...data })),
  get_product: z.union([
    z.object({ product }).transform((data) => ({ type: 'product' as const, ...data })),
    z.object({ error: z.string().regex(/no product/i) }).transform(() => ({ type: 'missing' as const })),
  ]),
  search_shop_knowledge: knowledge.transform((data) => ({ type: 'knowledge' as const, ...data })),
};

/** A product in a list. Replies contain only validated tool results. */
export type Summary = z.infer<typeof summary>;
export type Detail = z.infer<typeof product>;
export type DetailVariant = z.infer<typeof variant>;
/** The validated result of a tool. */
export type Reading = z.infer<(typeof readings)[ToolName]> | { readonly type: 'failed' };
export type Found = Extract<Reading, { type: 'found' }>;

function valid<Schema extends z.ZodType>(schema: Schema): (values: unknown[]) => z.infer<Schema>[] {
  return (values) => values.flatMap((value) => schema.safeParse(value).data ?? []) as z.infer<Schema>[];
}

/** Validates the output of a tool, which may be anything. Products without required fields are dropped. */
export function readToolOutput(tool: ToolName, output: LanguageModelV4ToolResultOutput): Reading {
  const value = output.type === 'json' ? output.value : undefined;
  return readings[tool].safeParse(value).data ?? { type: 'failed' };
}

export type SearchInput = z.infer<typeof catalog.searchCatalog.inputSchema>;
export type SearchFilters = NonNullable<SearchInput['filters']>;

/** Validates the input of an earlier search, of this or another model. */
export function readSearchInput(input: unknown): SearchInput {
  return catalog.searchCatalog.inputSchema.safeParse(input).data ?? { limit: 5 };
}

export const pageLength = 5;

/** The search with only the words that were found, in the shop's spelling. */
export function understoodInput(input: SearchInput, found: Found): SearchInput {
  const ignored = [...found.unknown_words, ...found.unmatched_words];
  const instead = new Map(found.did_you_mean.map(({ word, instead: words }) => [word, words.join(' ')]));
  const words = (input.query ?? '').split(' ').filter((word) => !ignored.includes(word));
  return { ...input, query: words.map((word) => instead.get(word) ?? word).join(' ') || undefined };
}
