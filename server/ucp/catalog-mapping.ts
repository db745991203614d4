import { escapeText } from 'entities';
import { z } from 'zod';
import { optionsOf } from '../catalog/product.ts';
import type { Product, Variant } from '../db/records.ts';
import type { UcpProduct, UcpVariant } from './types.ts';

// The one place that knows both shapes of a product: ours and that of the Universal Commerce Protocol (decision 0065).
// What the protocol has no field for, the brand and the quantity, is in its `metadata`.

/** Our own categories are words; those of other taxonomies may be codes such as `aa-8-1`. */
const merchant = 'merchant';

/** A product of ours in the protocol's shape; `listed` are those of its variants that it is to have, in their order. */
export function productToUcp(product: Product, listed = product.variants): UcpProduct {
  const { id, title, description, url, image_url: image, tags, variants, price_range: range } = product;
  const options = optionsOf(variants).map(([name, values]) => ({
    name,
    values: values.map((label) => ({ label })),
  }));
  return {
    id,
    title,
    description: { plain: description },
    ...(url !== undefined && { url }),
    categories: product.categories.map((value) => ({ value, taxonomy: merchant })),
    price_range: { min: range.min, max: range.max },
    ...listPriceRange(variants),
    ...(image !== undefined && { media: [{ type: 'image', url: image, alt_text: title }] }),
    ...(options.length > 0 && { options }),
    variants: listed.map(variantToUcp),
    tags: [...tags],
    ...(product.brand !== undefined && { metadata: { brand: product.brand } }),
  };
}

function variantToUcp(variant: Variant): UcpVariant {
  const { id, title, sku, price, compare_at_price: before, options, available, quantity } = variant;
  return {
    id,
    title,
    ...(sku !== undefined && { sku }),
    description: { plain: title },
    price,
    ...(before !== undefined && { list_price: before }),
    availability: { available, status: available ? 'in_stock' : 'out_of_stock' },
    options: Object.entries(options).map(([name, label]) => ({ name, label })),
    ...(quantity !== undefined && { metadata: { quantity } }),
  };
}

/** Present where a variant is reduced; the others count with their price. */
function listPriceRange(variants: readonly Variant[]): Pick<UcpProduct, 'list_price_range'> {
  const before = variants.map(({ price, compare_at_price: old = price }) =>
    old.amount > price.amount ? old : price,
  );
  const sorted = before.toSorted((a, b) => a.amount - b.amount);
  const [min, max] = [sorted[0], sorted.at(-1)];
  const isReduced = variants.some(({ price }, at) => price !== before[at]);
  return isReduced && min && max ? { list_price_range: { min, max } } : {};
}

/**
 * A product in the protocol's shape as one of ours, with HTML as its description. Texts are data: nothing in them is trusted.
 * `finishProduct` bounds them, checks addresses and computes the rest.
 */
export function productFromUcp(product: UcpProduct) {
  const { id, title, url, tags = [], metadata = {}, variants } = product;
  const pictures = [product, ...variants].flatMap(({ media = [] }) => media);
  return {
    id,
    title,
    description: htmlOf(product.description),
    brand: typeof metadata['brand'] === 'string' ? metadata['brand'] : undefined,
    categories: categoriesOf(product),
    tags,
    url,
    image_url: pictures.find(({ type }) => type === 'image')?.url,
    variants: variants.map(variantFromUcp),
  };
}

function variantFromUcp(variant: UcpVariant): Variant {
  const { id, title, sku, price, list_price: before, availability = {}, options = [] } = variant;
  const quantity = quantitySchema.safeParse(variant.metadata).data;
  return {
    id,
    title,
    ...(sku !== undefined && { sku }),
    price,
    ...(before !== undefined && { compare_at_price: before }),
    options: Object.fromEntries(options.map(({ name, label }) => [name, label])),
    available: availability.available ?? !soldOut.has(availability.status ?? ''),
    ...quantity,
  };
}

const quantitySchema = z.object({ quantity: z.int().min(0) });
const soldOut = new Set(['out_of_stock', 'discontinued']);

function htmlOf({ plain, html, markdown }: UcpProduct['description']): string {
  return plain === undefined ? (html ?? markdown ?? '') : escapeText(plain);
}

/** The shop's own words, and those of other taxonomies that are words; each step of `Footwear > Running` is one. */
function categoriesOf({ categories = [] }: UcpProduct): string[] {
  const words = categories.filter(
    ({ value, taxonomy = merchant }) => taxonomy === merchant || /\p{L}{3}/u.test(value),
  );
  const steps = words.flatMap(({ value }) => value.split('>').map((step) => step.trim()));
  return [...new Set(steps.filter((step) => step !== ''))];
}
