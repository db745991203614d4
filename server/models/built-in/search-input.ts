import { z } from 'zod';

/** The input of `search_catalog`; prices in minor units. */
export interface SearchInput {
  readonly query?: string;
  readonly filters?: SearchFilters;
  readonly sort?: 'relevance' | 'price_asc' | 'price_desc';
  readonly limit: number;
}

export interface SearchFilters {
  readonly category?: string;
  readonly color?: string;
  readonly size?: string;
  readonly price?: { readonly min?: number; readonly max?: number };
  readonly in_stock?: boolean;
}

const bound = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const schema = z.object({
  query: text,
  filters: z
    .object({
      category: text,
      color: text,
      size: text,
      price: z.object({ min: bound, max: bound }).optional().catch(undefined),
      in_stock: z.boolean().optional().catch(undefined),
    })
    .catch({}),
  sort: z.enum(['relevance', 'price_asc', 'price_desc']).optional().catch(undefined),
  limit: z.number().catch(5),
});

/** Validates the input of an earlier call, of this or another model. */
export function readSearchInput(input: unknown): SearchInput {
  const { data } = schema.safeParse(input);
  if (data === undefined) return { limit: 5 };
  const { category, color, size, price, in_stock } = data.filters;
  return tidySearchInput({
    ...defined({ query: data.query, sort: data.sort }),
    filters: defined({
      category,
      color,
      size,
      in_stock,
      ...(price === undefined ? {} : { price: defined(price) }),
    }),
    limit: data.limit,
  });
}

/** Removes empty parts and enforces the tool's limits. */
export function tidySearchInput({ query, filters = {}, sort, limit }: SearchInput): SearchInput {
  const { price, ...others } = filters;
  const kept = { ...others, ...(price !== undefined && Object.keys(price).length > 0 ? { price } : {}) };
  return {
    ...(query === undefined || query === '' ? {} : { query: query.slice(0, 300) }),
    ...(Object.keys(kept).length === 0 ? {} : { filters: kept }),
    ...(sort === undefined ? {} : { sort }),
    limit,
  };
}

export function isSameSearch(left: SearchInput, right: SearchInput): boolean {
  return JSON.stringify({ ...left, limit: 0 }) === JSON.stringify({ ...right, limit: 0 });
}

type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };

// exactOptionalPropertyTypes distinguishes undefined from missing properties.
function defined<Value extends object>(value: Value): Partial<Defined<Value>> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<
    Defined<Value>
  >;
}
