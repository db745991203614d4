import { z } from 'zod';
import { priceSchema } from '../catalog/catalog-tools.ts';

// The parts of a catalogue of the Universal Commerce Protocol (UCP) that this service speaks and reads, after its documents
// (decision 0065). Its objects are open: parsing ignores unknown fields and drops them.

const metadata = z.record(z.string(), z.unknown()).optional();

const price = priceSchema.omit({ formatted: true });
const priceRange = z.object({ min: price, max: price });

/** The same text in one format or several; `html` and `markdown` are not trusted. */
export const ucpDescriptionSchema = z.object({
  plain: z.string().optional(),
  html: z.string().optional(),
  markdown: z.string().optional(),
});

const media = z.object({ type: z.string(), url: z.url(), alt_text: z.string().optional() });

export const selectedOptionSchema = z.object({ name: z.string(), label: z.string() });

/** Of one product: whether a variant with it and the selections exists, and can be bought. */
const optionValue = z.object({
  label: z.string(),
  available: z.boolean().optional(),
  exists: z.boolean().optional(),
});
const option = z.object({ name: z.string(), values: z.array(optionValue).min(1) });

export const ucpVariantSchema = z.object({
  id: z.string(),
  sku: z.string().optional(),
  title: z.string(),
  description: ucpDescriptionSchema,
  price,
  /** What the price is for, where that is not one piece. */
  quantity_unit: z.object({ unit: z.string(), display_text: z.string().optional() }).optional(),
  list_price: price.optional().describe('The price before a reduction'),
  availability: z.object({ available: z.boolean().optional(), status: z.string().optional() }).optional(),
  options: z.array(selectedOptionSchema).optional(),
  media: z.array(media).optional(),
  /** Of a look-up: the ids of the request that led to this variant. */
  inputs: z.array(z.object({ id: z.string(), match: z.string().optional() })).optional(),
  metadata,
});

export const ucpProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: ucpDescriptionSchema,
  url: z.url().optional(),
  categories: z.array(z.object({ value: z.string(), taxonomy: z.string().optional() })).optional(),
  price_range: priceRange,
  list_price_range: priceRange.optional(),
  media: z.array(media).optional(),
  options: z.array(option).optional(),
  variants: z.array(ucpVariantSchema).min(1).describe('The first one stands for the product in a list'),
  /** Of one product: the selections that hold after relaxation. */
  selected: z.array(selectedOptionSchema).optional(),
  tags: z.array(z.string()).optional(),
  metadata,
});

/** What is to be said about a result: of an `error`, `severity` says whether another request can succeed. */
const message = z.object({
  type: z.enum(['error', 'warning', 'info']),
  code: z.string().optional(),
  content: z.string(),
  severity: z.string().optional(),
  path: z.string().optional().describe('JSONPath of what it is about'),
  presentation: z.string().optional(),
  url: z.string().optional(),
  image_url: z.string().optional(),
});

/** A response: `products` of a search or a look-up, `product` of one; `ucp.status` is `error` where there is no result. */
export const ucpResponseSchema = z.object({
  ucp: z.object({
    version: z.string(),
    status: z.enum(['success', 'error']).optional(),
    capabilities: z.record(z.string(), z.array(z.object({ version: z.string() }))).optional(),
  }),
  products: z.array(ucpProductSchema).optional(),
  product: ucpProductSchema.optional(),
  pagination: z
    .object({
      cursor: z.string().optional().describe('For the next page; present where has_next_page is true'),
      has_next_page: z.boolean(),
      total_count: z.int().min(0).optional(),
    })
    .optional(),
  messages: z.array(message).optional(),
});

export type UcpVariant = z.infer<typeof ucpVariantSchema>;
export type UcpProduct = z.infer<typeof ucpProductSchema>;
export type UcpMessage = z.infer<typeof message>;
export type UcpResponse = z.infer<typeof ucpResponseSchema>;
export type SelectedOption = z.infer<typeof selectedOptionSchema>;
