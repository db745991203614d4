import { z } from 'zod';
import type { CatalogQuery } from './catalog.ts';
import { getProduct, searchCatalog } from './catalog-tools.ts';

/** A product, and one of its variants, that a call is about. */
export interface WantedProduct {
  /** Of the product, or of a variant. */
  readonly id: string;
  readonly variant_id?: string | undefined;
  /** Whether all that the shop says about it is wanted. */
  readonly isDetailed?: boolean;
}

/** What a call of a tool needs of a catalogue: that of a live shop has nothing else (decision 0065). */
export type CatalogNeed = { readonly search: NeededSearch } | { readonly wanted: readonly WantedProduct[] };

/** The bounds of its prices are in the currency of `context`, or else in the shop's. */
export interface NeededSearch extends CatalogQuery {
  readonly context?: { readonly currency?: string | undefined } | undefined;
}

const wantedSchema = z.object({ id: z.string(), variant_id: z.string().optional() });
const wantedInput = z.union([
  z.object({ ids: z.array(z.string()) }).transform(({ ids }) => ids.map((id) => ({ id }))),
  z.object({ items: z.array(wantedSchema) }).transform(({ items }) => items),
  wantedSchema.transform((item) => [item]),
]);

/** What a call of a catalogue tool needs: its products, or those that a search finds. */
export function needOf(tool: string, input: object): CatalogNeed {
  if (tool === searchCatalog.name) return { search: input };
  const isDetailed = tool === getProduct.name;
  return { wanted: wantedInput.parse(input).map((item) => ({ ...item, isDetailed })) };
}
