import { z } from 'zod';

const bound = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const schema = z.object({
  query: text,
  filters: z
    .object({
      category: text,
      color: text,
      size: text,
      price: z.object({ min: bound, max: bound }).optional().catch(undefined),
      in_stock: flag,
      on_sale: flag,
      exclude: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  sort: z.enum(['relevance', 'price_asc', 'price_desc']).optional().catch(undefined),
  limit: z.number().catch(5),
});

/** The input of `search_catalog`; prices in minor units. */
export type SearchInput = z.infer<typeof schema>;
export type SearchFilters = NonNullable<SearchInput['filters']>;

/** Validates the input of an earlier call, of this or another model. */
export function readSearchInput(input: unknown): SearchInput {
  const { data } = schema.safeParse(input);
  return data === undefined ? { limit: 5 } : tidySearchInput(data);
}

/** Removes empty parts and enforces the tool's limits. */
export function tidySearchInput({ query, filters = {}, sort, limit }: SearchInput): SearchInput {
  const price = withoutEmpty(filters.price ?? {});
  const kept = withoutEmpty({ ...filters, price, exclude: filters.exclude?.slice(0, 20) });
  return { ...withoutEmpty({ query: query?.slice(0, 300).trim(), filters: kept, sort }), limit };
}

export function isSameSearch(left: SearchInput, right: SearchInput): boolean {
  return JSON.stringify({ ...left, limit: 0 }) === JSON.stringify({ ...right, limit: 0 });
}

function withoutEmpty<Value extends object>(value: Value): Partial<Value> {
  const entries = Object.entries(value).filter(
    ([, each]) =>
      each !== undefined &&
      each !== '' &&
      (typeof each !== 'object' || Object.keys(each as object).length > 0),
  );
  return Object.fromEntries(entries) as Partial<Value>;
}
