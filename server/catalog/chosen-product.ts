import { z } from 'zod';
import type { Price, Product, Variant } from '../db/records.ts';
import type { Catalog } from './catalog.ts';
import { priceSchema } from './catalog-tools.ts';

/** How the input of a tool names a product, and one of its variants. */
export const choiceFields = {
  id: z.string().min(1).max(200).describe('A product id that an earlier result named'),
  variant_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The id of a variant from get_product: one size, one colour'),
};

type Choice = z.infer<z.ZodObject<typeof choiceFields>>;

export interface ChosenProduct {
  readonly product: Product;
  /** The chosen variant, or the only one; undefined where the product has several and none of them is chosen. */
  readonly variant: Variant | undefined;
}

/** The product that a choice names; undefined where the shop has none with that id. */
export function chosenProduct(catalog: Pick<Catalog, 'byId'>, choice: Choice): ChosenProduct | undefined {
  const product = catalog.byId(choice.id);
  if (product === undefined) return undefined;
  const { variants } = product;
  const only = variants.length === 1 ? variants[0] : undefined;
  return { product, variant: variants.find(({ id }) => id === choice.variant_id) ?? only };
}

export const orderLineSchema = z.object({
  id: z.string(),
  title: z.string(),
  variant_id: z.string().optional(),
  variant: z.string().optional(),
  quantity: z.int(),
  price: priceSchema.describe('Of one'),
  total: priceSchema,
});

/** A quantity of a product, with what it costs; `variant` names it where the product has several. */
export type OrderLine = z.infer<typeof orderLineSchema>;

/** The line of a chosen product; undefined where its variants differ in price and none of them is chosen. */
export function orderLine({ product, variant }: ChosenProduct, quantity: number): OrderLine | undefined {
  const { min, max } = product.price_range;
  const price = variant?.price ?? (min.amount === max.amount ? min : undefined);
  if (price === undefined) return undefined;
  return {
    id: product.id,
    title: product.title,
    ...(variant !== undefined && { variant_id: variant.id }),
    ...(variant !== undefined && product.variants.length > 1 && { variant: variant.title }),
    quantity,
    price,
    total: { amount: price.amount * quantity, currency: price.currency },
  };
}

/** What the lines cost together; undefined for none, and for several currencies. */
export function sumOf(lines: readonly Pick<OrderLine, 'total'>[]): Price | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const { currency } = first.total;
  if (lines.some(({ total }) => total.currency !== currency)) return undefined;
  return { amount: lines.reduce((sum, { total }) => sum + total.amount, 0), currency };
}
