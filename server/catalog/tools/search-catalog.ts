import { z } from 'zod';
import { productSummary, type ProductSummary } from '../product-summary.ts';
import type { CatalogTool } from './catalog-tool.ts';
import { productSummarySchema } from './product-schemas.ts';

const bound = z.int().min(0).optional();

const inputSchema = z.object({
  query: z
    .string()
    .max(500)
    .optional()
    .describe(
      'What the shopper is looking for, in a few words. Leave out to list everything that the filters allow',
    ),
  filters: z
    .object({
      category: z.string().max(200).optional().describe('A kind of product, for example "jackets"'),
      color: z.string().max(100).optional(),
      size: z.string().max(100).optional().describe('As the shopper says it, for example "M" or "UK 8"'),
      price: z
        .object({ min: bound, max: bound })
        .optional()
        .describe('Inclusive bounds in minor units: 6000 is $60.00 where the currency is USD'),
      in_stock: z.boolean().optional().describe('true for only what can be bought now'),
    })
    .optional()
    .describe('Every filter must hold for one and the same variant of a product'),
  sort: z.enum(['relevance', 'price_asc', 'price_desc']).optional().describe('Default: relevance'),
  limit: z.int().min(1).max(20).default(5),
});

export interface SearchCatalogOutput {
  readonly products: readonly ProductSummary[];
  /** How many match in all. */
  readonly total: number;
}

export const searchCatalog: CatalogTool<typeof inputSchema, SearchCatalogOutput> = {
  name: 'search_catalog',
  title: 'Search the catalogue',
  description:
    "Searches this shop's products by words, category, colour, size, price and stock, and returns short " +
    'summaries, best match first. Misspellings and plurals are understood. Prices are in minor units (cents). ' +
    'Use it before naming any product; only name products that it returned. Where it returns none, ' +
    'say so, or search again with fewer filters.',
  inputSchema,
  outputSchema: z.object({
    products: z.array(productSummarySchema),
    total: z.int().min(0).describe('How many products match, beyond those returned too'),
  }),
  run(catalog, input) {
    const { products, total } = catalog.search(input);
    return { products: products.map(productSummary), total };
  },
};
