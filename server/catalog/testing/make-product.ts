import type { Product, Variant } from '../../db/records.ts';

export interface VariantDraft {
  readonly amount?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly available?: boolean;
}

export interface ProductDraft extends Partial<Pick<Product, 'title' | 'description' | 'brand'>> {
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly amount?: number;
  readonly currency?: string;
  readonly variants?: readonly VariantDraft[];
}

/** A complete product from the values that a test needs. Amounts are in minor units. */
export function makeProduct(id: string, draft: ProductDraft = {}): Product {
  const currency = draft.currency ?? 'USD';
  const variants = (draft.variants ?? [{}]).map((variant, index): Variant => ({
    id: `${id}-${index + 1}`,
    title: Object.values(variant.options ?? {}).join(' / ') || 'Default',
    price: { amount: variant.amount ?? draft.amount ?? 1000, currency },
    options: variant.options ?? {},
    available: variant.available ?? true,
  }));
  const amounts = variants.map((variant) => variant.price.amount);
  return {
    id,
    title: draft.title ?? id,
    description: draft.description ?? '',
    ...(draft.brand === undefined ? {} : { brand: draft.brand }),
    categories: draft.categories ?? [],
    tags: draft.tags ?? [],
    price_range: {
      min: { amount: Math.min(...amounts), currency },
      max: { amount: Math.max(...amounts), currency },
    },
    available: variants.some((variant) => variant.available),
    variants,
  };
}
