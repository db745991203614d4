import { z } from 'zod';
import { productSummary, type ProductSummary } from '../product-summary.ts';
import type { CatalogTool } from './catalog-tool.ts';
import { productSummarySchema } from './product-schemas.ts';

const inputSchema = z.object({
  ids: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(20)
    .describe('Product ids that an earlier result named'),
});

export interface LookupCatalogOutput {
  /** In the order of the ids, each once. */
  readonly products: readonly ProductSummary[];
  readonly not_found: readonly string[];
}

export const lookupCatalog: CatalogTool<typeof inputSchema, LookupCatalogOutput> = {
  name: 'lookup_catalog',
  title: 'Look up several products',
  description:
    'Returns the current summaries of up to 20 products by their ids, for example to compare products that were ' +
    'shown before. Ids that this shop does not have come back in not_found. Prices are in minor units (cents).',
  inputSchema,
  outputSchema: z.object({
    products: z.array(productSummarySchema),
    not_found: z.array(z.string()),
  }),
  run(catalog, input) {
    const ids = [...new Set(input.ids)];
    return {
      products: ids.flatMap((id) => catalog.byId(id) ?? []).map(productSummary),
      not_found: ids.filter((id) => catalog.byId(id) === undefined),
    };
  },
};
