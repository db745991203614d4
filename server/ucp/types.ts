import { z } from 'zod';

// The parts of the Universal Commerce Protocol (UCP) that this service speaks and reads, after its documents (decision
// 0065). Its objects are open: parsing ignores unknown fields and drops them.

/** The one revision of the protocol that this service speaks. */
export const ucpVersion = '2026-08-25';

/** The service and its capabilities, as profiles and responses name them. */
export const ucpNames = {
  shopping: 'dev.ucp.shopping',
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
} as const;

const texts = z.array(z.string());
const metadata = z.record(z.string(), z.unknown()).optional();

/** `amount` is in minor units of ISO 4217. */
export const ucpPriceSchema = z.object({
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

const priceRange = z.object({ min: ucpPriceSchema, max: ucpPriceSchema });

/** The same text in one format or several; `html` and `markdown` are not trusted. */
export const ucpDescriptionSchema = z.object({
  plain: z.string().optional(),
  html: z.string().optional(),
  markdown: z.string().optional(),
});

const category = z.object({ value: z.string(), taxonomy: z.string().optional() });

const media = z.object({ type: z.string(), url: z.url(), alt_text: z.string().optional() });

export const selectedOptionSchema = z.object({ name: z.string(), label: z.string() });

const optionValue = z.object({ label: z.string() });

/** Relative to the selections of the response: whether such a variant can be bought, and whether it exists. */
const detailOptionValue = optionValue.extend({
  available: z.boolean().optional(),
  exists: z.boolean().optional(),
});

const optionOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ name: z.string(), values: z.array(value).min(1) });

export const ucpVariantSchema = z.object({
  id: z.string(),
  sku: z.string().optional(),
  title: z.string(),
  description: ucpDescriptionSchema,
  url: z.url().optional(),
  price: ucpPriceSchema,
  list_price: ucpPriceSchema.optional().describe('The price before a reduction'),
  availability: z.object({ available: z.boolean().optional(), status: z.string().optional() }).optional(),
  options: z.array(selectedOptionSchema).optional(),
  media: z.array(media).optional(),
  metadata,
});

export const ucpProductSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: ucpDescriptionSchema,
  url: z.url().optional(),
  categories: z.array(category).optional(),
  price_range: priceRange,
  list_price_range: priceRange.optional(),
  media: z.array(media).optional(),
  options: z.array(optionOf(optionValue)).optional(),
  variants: z.array(ucpVariantSchema).min(1).describe('The first one stands for the product in a list'),
  tags: texts.optional(),
  metadata,
});

const lookedUpProduct = ucpProductSchema.extend({
  variants: z
    .array(
      ucpVariantSchema.extend({
        inputs: z
          .array(z.object({ id: z.string(), match: z.string().optional() }))
          .min(1)
          .describe('The ids of the request that led to this variant'),
      }),
    )
    .min(1),
});

const detailProduct = ucpProductSchema.extend({
  options: z.array(optionOf(detailOptionValue)).optional(),
  selected: z.array(selectedOptionSchema).optional().describe('The selections that hold after relaxation'),
});

/** What is to be said about a result: of an `error`, `severity` says whether another request can succeed. */
export const ucpMessageSchema = z.object({
  type: z.enum(['error', 'warning', 'info']),
  code: z.string().optional(),
  content: z.string(),
  severity: z.string().optional(),
  path: z.string().optional().describe('JSONPath of what it is about'),
});

const versions = z.record(z.string(), z.array(z.object({ version: z.string() })));

const envelope = z.object({
  version: z.string(),
  status: z.enum(['success', 'error']).optional(),
  capabilities: versions.optional(),
});

const messages = z.array(ucpMessageSchema).optional();

export const searchResponseSchema = z.object({
  ucp: envelope,
  products: z.array(ucpProductSchema),
  pagination: z
    .object({
      cursor: z.string().optional().describe('For the next page; present where has_next_page is true'),
      has_next_page: z.boolean(),
      total_count: z.int().min(0).optional(),
    })
    .optional(),
  messages,
});

export const lookupResponseSchema = z.object({
  ucp: envelope,
  products: z.array(lookedUpProduct),
  messages,
});

export const getProductResponseSchema = z.object({ ucp: envelope, product: detailProduct, messages });

/** The whole response where there is no result; `ucp.status` is `error`. */
export const errorResponseSchema = z.object({
  ucp: envelope.extend({ status: z.literal('error') }),
  messages: z.array(ucpMessageSchema).min(1),
  continue_url: z.url().optional(),
});

const entity = z.object({
  version: z.string(),
  spec: z.url().optional(),
  schema: z.url().optional(),
});

/** A profile: what a shop has at `/.well-known/ucp`, and an agent at the address that it sends. */
export const ucpProfileSchema = z.object({
  ucp: z.object({
    version: z.string(),
    supported_versions: z.record(z.string(), z.url()).optional(),
    services: z.record(
      z.string(),
      z.array(entity.extend({ transport: z.string(), endpoint: z.url().optional() })),
    ),
    capabilities: z
      .record(z.string(), z.array(entity.extend({ extends: z.union([z.string(), texts]).optional() })))
      .optional(),
    payment_handlers: z.record(z.string(), z.array(entity)),
  }),
});

export type UcpPrice = z.infer<typeof ucpPriceSchema>;
export type UcpVariant = z.infer<typeof ucpVariantSchema>;
export type UcpProduct = z.infer<typeof ucpProductSchema>;
export type UcpMessage = z.infer<typeof ucpMessageSchema>;
export type UcpProfile = z.infer<typeof ucpProfileSchema>;
export type SelectedOption = z.infer<typeof selectedOptionSchema>;
export type SearchResponse = z.infer<typeof searchResponseSchema>;
export type LookupResponse = z.infer<typeof lookupResponseSchema>;
export type GetProductResponse = z.infer<typeof getProductResponseSchema>;
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
