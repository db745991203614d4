import { z } from 'zod';
import type { Product } from '../db/records.ts';
import type { Catalog } from './catalog.ts';
import { productSummary, type ProductSummary } from './product.ts';

/**
 * A tool over one store's catalogue, free of any model's or protocol's library. `run` takes input that `inputSchema`
 * has parsed, never fails, and returns what `outputSchema` accepts.
 */
export interface CatalogTool<Input extends z.ZodObject, Output> {
  readonly name: string;
  readonly title: string;
  /** Written for the model that chooses among tools. */
  readonly description: string;
  readonly inputSchema: Input;
  readonly outputSchema: z.ZodObject;
  run(catalog: Catalog, input: z.infer<Input>): Output;
}

const priceSchema = z.object({
  amount: z.int().min(0).describe('In minor units: 1999 is $19.99 where the currency is USD'),
  currency: z.string().describe('ISO 4217 code'),
});

const productSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().max(300),
  price: priceSchema.describe('The lowest price among the variants'),
  compare_at_price: priceSchema.optional().describe('The lowest-priced variant before a reduction'),
  max_price: priceSchema.optional().describe('The highest price, present where variants differ'),
  available: z.boolean().describe('Whether at least one variant is in stock'),
  image_url: z.string().optional(),
  url: z.string().optional(),
  brand: z.string().optional(),
  colors: z.array(z.string()),
  sizes: z.array(z.string()),
});

const variantSchema = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().optional(),
  price: priceSchema,
  compare_at_price: priceSchema.optional().describe('The price before a reduction'),
  options: z.record(z.string(), z.string()).describe('Option name to value, for example Color: Blue'),
  available: z.boolean(),
  quantity: z.int().optional().describe('Units on hand, where the shop counts them'),
});

const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  brand: z.string().optional(),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  url: z.string().optional(),
  image_url: z.string().optional(),
  price_range: z.object({ min: priceSchema, max: priceSchema }),
  available: z.boolean(),
  variants: z.array(variantSchema),
});

const bound = z.int().min(0).optional();

const searchInput = z.object({
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

export const searchCatalog: CatalogTool<typeof searchInput, SearchCatalogOutput> = {
  name: 'search_catalog',
  title: 'Search the catalogue',
  description:
    "Searches this shop's products by words, category, colour, size, price and stock, and returns short " +
    'summaries, best match first. Misspellings and plurals are understood. Prices are in minor units (cents). ' +
    'Use it before naming any product; only name products that it returned. Where it returns none, ' +
    'say so, or search again with fewer filters.',
  inputSchema: searchInput,
  outputSchema: z.object({
    products: z.array(productSummarySchema),
    total: z.int().min(0).describe('How many products match, beyond those returned too'),
  }),
  run(catalog, input) {
    const { products, total } = catalog.search(input);
    return { products: products.map(productSummary), total };
  },
};

const lookupInput = z.object({
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

export const lookupCatalog: CatalogTool<typeof lookupInput, LookupCatalogOutput> = {
  name: 'lookup_catalog',
  title: 'Look up several products',
  description:
    'Returns the current summaries of up to 20 products by their ids, for example to compare products that were ' +
    'shown before. Ids that this shop does not have come back in not_found. Prices are in minor units (cents).',
  inputSchema: lookupInput,
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

const getInput = z.object({
  id: z.string().min(1).max(200).describe('A product id that an earlier result named'),
});

export type GetProductOutput = { readonly product: Product } | { readonly error: string };

export const getProduct: CatalogTool<typeof getInput, GetProductOutput> = {
  name: 'get_product',
  title: 'Get one product with all its variants',
  description:
    'Returns everything about one product by its id: full description and every variant with its own price, ' +
    'options (colour, size) and stock. Use it for questions about a certain size or colour. Prices are in minor ' +
    'units (cents). Returns an error where this shop has no such product.',
  inputSchema: getInput,
  // One object, not a union: the tools protocol wants an object at the top of an output schema.
  outputSchema: z.object({
    product: productSchema.optional(),
    error: z.string().optional().describe('Present in place of the product where there is none'),
  }),
  run(catalog, input) {
    const product = catalog.byId(input.id);
    return product === undefined ? { error: 'This shop has no product with that id.' } : { product };
  },
};

/** The tools of the `product_catalog` capability, in the order in which models see them. */
export const catalogTools = [searchCatalog, lookupCatalog, getProduct] as const;
