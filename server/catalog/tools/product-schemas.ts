import { z } from 'zod';

export const priceSchema = z.object({
  amount: z.int().min(0).describe('In minor units: 1999 is $19.99 where the currency is USD'),
  currency: z.string().describe('ISO 4217 code'),
});

export const productSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().max(300),
  price: priceSchema.describe('The lowest price among the variants'),
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
});
