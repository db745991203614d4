// What a file may have at most. Each limit bounds what one line costs, or what a file keeps in memory, whatever stands in
// its cells. The reason of a rejection names the limit; products that are stored already stay as they are.

export const maxColumns = 1_000;
/** Elements inside each other, in XML. */
export const maxDepth = 100;
export const maxTitle = 500;
/** As in Shopify. */
export const maxVariants = 2_048;
export const maxOptions = 20;
/** Characters of an id, a title, an option's name or its value, in a variant. */
export const maxVariantText = 1_000;
/** Characters of a product as JSON. */
export const maxProductLength = 1_000_000;

/** Of one file as a whole. */
export interface ReadLimits {
  readonly rows: number;
  /** Cells of rows, elements of items, and variants. */
  readonly cells: number;
  /** Characters of all products, as JSON. */
  readonly length: number;
  /** How many notes of a kind, and hosts of pictures, are kept. */
  readonly notes: number;
}

/** For operators, whose process serves nobody else. */
export const noLimits: ReadLimits = {
  rows: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
  length: Number.POSITIVE_INFINITY,
  notes: Number.POSITIVE_INFINITY,
};
