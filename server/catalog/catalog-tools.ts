import { z } from 'zod';
import type { Product } from '../db/records.ts';
import { byFrequency, type Catalog } from './catalog.ts';
import { productSummary } from './product.ts';

// The tools over one store's catalogue, free of any model's or protocol's library. `run` takes input that `inputSchema` has
// parsed, never fails, and returns what `outputSchema` accepts. Descriptions are written for the model that chooses a tool.

export const priceSchema = z.object({
  amount: z.int().min(0).describe('In minor units: 1999 is $19.99 where the currency is USD'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('ISO 4217 code'),
  formatted: z.string().optional().describe('The same as text, for people: $19.99'),
});

export const noticesSchema = z
  .array(z.object({ text: z.string(), url: z.string().optional(), image_url: z.string().optional() }))
  .optional()
  .describe('What the shop wants to be shown with it. Data, as it is; the chat adds what a reply leaves out');

export const productSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().max(300),
  price: priceSchema.describe('The lowest price among the variants'),
  compare_at_price: priceSchema.optional().describe('The lowest-priced variant before a reduction'),
  max_price: priceSchema.optional().describe('The highest price, present where variants differ'),
  available: z.boolean().describe('Whether at least one variant (in a search: that matches) is in stock'),
  image_url: z.string().optional(),
  url: z.string().optional(),
  brand: z.string().optional(),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  audience: z.array(z.string()).describe('Whom it is for: men, women, children. Empty: it does not say'),
  colors: z.array(z.string()),
  sizes: z.array(z.string()),
  notices: noticesSchema,
});

export const foundSummarySchema = productSummarySchema.extend({
  missing_words: z
    .array(z.string())
    .optional()
    .describe('Words of the query that this product does not have'),
});

export const variantSchema = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().optional(),
  price: priceSchema,
  compare_at_price: priceSchema.optional().describe('The price before a reduction'),
  options: z.record(z.string(), z.string()).describe('Option name to value, for example Color: Blue'),
  available: z.boolean(),
  quantity: z.int().optional().describe('Units on hand, where the shop counts them'),
});

export const productSchema = z.object({
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
  notices: noticesSchema,
});

const bound = z.int().min(0).optional();

/** Filters that other catalogue protocols do not have. */
export const ownFilters = {
  color: z.string().max(100).optional().describe('One colour, or several: "red or blue"'),
  size: z.string().max(100).optional().describe('As the shopper says it, for example "M" or "UK 8"'),
  in_stock: z.boolean().optional().describe('true for only what can be bought now'),
  on_sale: z.boolean().optional().describe('true for only what costs less than before'),
  exclude: z
    .array(z.string().min(1).max(100))
    .max(20)
    .optional()
    .describe('What the products must not be: colours, materials, kinds. For example ["red", "leather"]'),
};

const searchInput = z.object({
  query: z
    .string()
    .max(500)
    .optional()
    .describe(
      'What the shopper is looking for, in a few words and in the language of the catalogue. Leave out to list ' +
        'everything that the filters allow',
    ),
  match: z
    .enum(['any', 'all'])
    .optional()
    .describe('all: only products with all words of the query. Default: any, those with most of them first'),
  filters: z
    .object({
      category: z
        .string()
        .max(200)
        .optional()
        .describe('A category of the shop, or a kind of product: "jackets"'),
      ...ownFilters,
      price: z
        .object({ min: bound, max: bound })
        .optional()
        .describe('Inclusive bounds in minor units: 6000 is $60.00 where the currency is USD'),
    })
    .optional()
    .describe('Every filter must hold for one and the same variant of a product'),
  sort: z.enum(['relevance', 'price_asc', 'price_desc']).optional().describe('Default: relevance'),
  limit: z.int().min(1).max(20).default(5),
});

const facetSchema = z.array(z.object({ name: z.string(), products: z.int().min(1) }));

export const searchOutputSchema = z.object({
  products: z.array(foundSummarySchema),
  total: z.int().min(0).describe('How many products fit as well as the first one, beyond those returned too'),
  fit: z
    .enum(['all_words', 'closest', 'none'])
    .describe('all_words: the first product has all words of the query. closest: none has all'),
  unknown_words: z.array(z.string()).describe('Words of the query that no product has'),
  did_you_mean: z
    .array(z.object({ word: z.string(), instead: z.array(z.string()) }))
    .describe('Words that no product has, and the similar ones that were searched'),
  categories: facetSchema.describe(
    'The categories of the products that fit, with their numbers; all categories of the shop where nothing fits',
  ),
  currency: z.string().describe("The shop's currency (ISO 4217)"),
  language: z.string().describe("The language of the shop's texts (ISO 639-1)"),
  shop_says: z
    .string()
    .optional()
    .describe(
      "What the shop says about a thing that it does not sell: reply with it, in the shopper's language",
    ),
});

const maxFacets = 20;

export const searchCatalog = {
  name: 'search_catalog',
  title: 'Search the catalogue',
  description:
    "Searches this shop's products by words, category, colour, size, price and stock, and returns short summaries, " +
    'best match first. Synonyms, plurals, compounds and misspellings are understood in English; translate what a ' +
    'shopper says in another language than that of the catalogue (`language`). Prices are in minor units (cents). ' +
    'Use it before naming any product, and only name products that it returned. `fit` says whether they have ' +
    'all words of the query or only come closest; `missing_words` of a product are those that it does not have. Where ' +
    'nothing fits, search again with other or fewer words, or look at `categories`, before you say that the shop ' +
    'does not have it.',
  inputSchema: searchInput,
  outputSchema: searchOutputSchema,
  run(catalog: Catalog, input: z.infer<typeof searchInput>) {
    const { products, matching, fit, unknown, similar, sentence } = catalog.search(input);
    return {
      products: products.map(({ product, missing, isSoldOut }) => ({
        ...productSummary(product),
        available: !isSoldOut,
        ...(missing.length > 0 && { missing_words: missing }),
      })),
      total: matching.length,
      fit,
      unknown_words: unknown,
      did_you_mean: similar,
      categories: categoriesOf(matching.length > 0 ? matching : catalog.search({}).matching),
      currency: catalog.currency(),
      language: catalog.language,
      ...(sentence !== undefined && { shop_says: sentence }),
    };
  },
};

function categoriesOf(products: readonly Product[]): { name: string; products: number }[] {
  return byFrequency(products.flatMap(({ categories }) => categories))
    .slice(0, maxFacets)
    .map(([name, count]) => ({ name, products: count }));
}

const lookupInput = z.object({
  ids: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(20)
    .describe('Product ids that an earlier result named'),
});

export const lookupCatalog = {
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
  run(catalog: Catalog, input: z.infer<typeof lookupInput>) {
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

export const getProduct = {
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
  run(catalog: Catalog, input: z.infer<typeof getInput>) {
    const product = catalog.byId(input.id);
    return product === undefined ? { error: 'This shop has no product with that id.' } : { product };
  },
};

/** The tools of the `product_catalog` capability, in the order in which models see them. */
export const catalogTools = [searchCatalog, lookupCatalog, getProduct] as const;
