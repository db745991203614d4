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

/** What the tools are asked, and how their inputs name products. */
interface ToolInput extends NeededSearch, Partial<WantedProduct> {
  readonly ids?: readonly string[];
  readonly items?: readonly WantedProduct[];
}

/** What a call of a catalogue tool with valid input needs: its products, or those that a search finds. */
export function needOf(tool: string, input: ToolInput): CatalogNeed {
  if (tool === searchCatalog.name) return { search: input };
  const { id, variant_id, ids = [], items = [] } = input;
  const one = id === undefined ? [] : [{ id, variant_id, isDetailed: tool === getProduct.name }];
  return { wanted: [...one, ...ids.map((each) => ({ id: each })), ...items] };
}
