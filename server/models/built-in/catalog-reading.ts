import { z } from 'zod';

const price = z.object({ amount: z.number().min(0), currency: z.string().regex(/^[A-Z]{3}$/) });
const texts = z.array(z.string()).catch([]);

const summary = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().catch(''),
  price,
  max_price: price.optional().catch(undefined),
  available: z.boolean(),
  url: z.string().optional().catch(undefined),
  brand: z.string().optional().catch(undefined),
  colors: texts,
  sizes: texts,
});

const variant = z.object({
  price,
  options: z.record(z.string(), z.string()).catch({}),
  available: z.boolean(),
  quantity: z.number().optional().catch(undefined),
});

const product = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().catch(''),
  brand: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  price_range: z.object({ min: price, max: price }),
  available: z.boolean(),
  variants: z.array(z.unknown()).catch([]).transform(valid(variant)),
});

/** A product in a list. Replies contain only validated tool results. */
export type Summary = z.infer<typeof summary>;
export type Detail = z.infer<typeof product>;
export type DetailVariant = z.infer<typeof variant>;

const found = z.object({
  products: z.array(z.unknown()).transform(valid(summary)),
  total: z.number().min(0),
});
const lookedUp = z.object({ products: z.array(z.unknown()).transform(valid(summary)) });
const one = z.object({ product });
const missing = z.object({ error: z.string() });

/** The validated result of a catalogue tool. */
export type Reading =
  | { readonly type: 'found'; readonly products: readonly Summary[]; readonly total: number }
  | { readonly type: 'looked-up'; readonly products: readonly Summary[] }
  | { readonly type: 'product'; readonly product: Detail }
  /** The catalogue has no product with that id. */
  | { readonly type: 'missing' }
  | { readonly type: 'failed' };

export type CatalogToolName = 'search_catalog' | 'lookup_catalog' | 'get_product';

/** Validates a tool's output, which may be anything. Products without required fields are dropped. */
export function readCatalogOutput(tool: CatalogToolName, output: unknown): Reading {
  switch (tool) {
    case 'search_catalog': {
      const { success, data } = found.safeParse(output);
      return success ? { type: 'found', ...data } : { type: 'failed' };
    }
    case 'lookup_catalog': {
      const { success, data } = lookedUp.safeParse(output);
      return success ? { type: 'looked-up', ...data } : { type: 'failed' };
    }
    case 'get_product':
      return readProduct(output);
    default:
      return tool satisfies never;
  }
}

function readProduct(output: unknown): Reading {
  const { success, data } = one.safeParse(output);
  if (success) return { type: 'product', ...data };
  const { success: absent, data: reason } = missing.safeParse(output);
  return absent && /no product/i.test(reason.error) ? { type: 'missing' } : { type: 'failed' };
}

function valid<Schema extends z.ZodType>(schema: Schema): (values: unknown[]) => z.infer<Schema>[] {
  return (values) =>
    values.flatMap((value) => {
      const { success, data } = schema.safeParse(value);
      return success ? [data] : [];
    });
}
