import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { z } from 'zod';
import * as catalog from '../../catalog/catalog-tools.ts';
import { searchShopKnowledge } from '../../knowledge/knowledge-tool.ts';
import { replies } from './words/replies.ts';

/** The tools that the model uses. */
export const toolNames = [
  'search_catalog',
  'lookup_catalog',
  'get_product',
  'search_shop_knowledge',
] as const;
export type ToolName = (typeof toolNames)[number];

// Other servers than the shop's own may leave fields out; of a product, only what every reply needs is required.
const needed = { id: true, title: true, available: true } as const;
const texts = z.array(z.string()).default([]);
const summary = catalog.foundSummarySchema
  .partial()
  .required({ ...needed, price: true })
  .extend({ description: z.string().default(''), colors: texts, sizes: texts, missing_words: texts });
const variant = catalog.variantSchema.partial().required({ price: true, available: true, options: true });
const product = catalog.productSchema
  .partial()
  .required({ ...needed, price_range: true })
  .extend({ description: z.string().default(''), variants: z.array(variant).default([]) });
const found = catalog.searchOutputSchema.partial().extend({
  type: z.literal('found').catch('found'),
  products: z
    .array(z.unknown())
    .transform((all) => all.flatMap((each) => summary.safeParse(each).data ?? [])),
  unknown_words: texts,
  total: z.number().default(0),
});
const readings = {
  search_catalog: found,
  lookup_catalog: found,
  get_product: z.union([
    z.object({ type: z.literal('product').catch('product'), product }),
    z.object({ type: z.literal('missing').catch('missing'), error: z.string().regex(/no product/i) }),
  ]),
  search_shop_knowledge: searchShopKnowledge.outputSchema.extend({
    type: z.literal('knowledge').catch('knowledge'),
  }),
};

/** A shop that is searched live says where its products are instead. */
const failed = z.object({
  type: z.literal('failed').catch('failed'),
  shop_url: z.url({ protocol: /^https?$/ }).optional(),
});

/** A product in a list. Replies contain only validated tool results. */
export type Summary = z.infer<typeof summary>;
export type Detail = z.infer<typeof product>;
/** The validated result of a tool. */
export type Reading = z.infer<(typeof readings)[ToolName]> | z.infer<typeof failed>;
export type Passage = Extract<Reading, { type: 'knowledge' }>['passages'][number];
export type Found = Extract<Reading, { type: 'found' }>;

/** Validates the output of a tool, which may be anything. Products that are not valid are dropped. */
export function readToolOutput(tool: ToolName, output: LanguageModelV4ToolResultOutput): Reading {
  const value = output.type === 'json' ? output.value : undefined;
  return readings[tool].safeParse(value).data ?? failed.safeParse(value).data ?? { type: 'failed' };
}

/** What is said of a result that could not be read. */
export function unreachable(reading: Reading): string {
  const shop = reading.type === 'failed' ? reading.shop_url : undefined;
  return `${replies.unreachable} ${shop === undefined ? 'Please try again in a moment.' : `The products are at ${shop}`}`;
}

export const pageLength = 5;

/** The products of a result that a reply lists: those that lack the fewest words. */
export function listedIn({ products }: Found): Summary[] {
  const least = Math.min(...products.map(({ missing_words: missing }) => missing.length));
  return products.filter(({ missing_words: missing }) => missing.length === least);
}

export type SearchInput = z.infer<typeof searchInputSchema>;
export type SearchFilters = NonNullable<SearchInput['filters']>;

/** Of this or another model. */
export const searchInputSchema = catalog.searchCatalog.inputSchema;
