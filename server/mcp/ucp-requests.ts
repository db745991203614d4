import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ownFilters } from '../catalog/catalog-tools.ts';
import type { CatalogFilters } from '../catalog/search/product-facets.ts';
import { plainText } from '../support/plain-text.ts';
import { selectedOptionSchema, type UcpMessage } from '../ucp/types.ts';

// What requests of the Universal Commerce Protocol have in `catalog`. Objects are open: unknown fields are ignored.

const bound = z.int().min(0).optional();

const common = {
  filters: z
    .looseObject({
      categories: z.array(z.string().max(200)).max(20).optional().describe('Any of these categories'),
      price: z
        .object({ min: bound, max: bound })
        .optional()
        .describe("In minor units of `context.currency`, or else of the shop's currency"),
      ...ownFilters,
    })
    .optional()
    .describe('Every filter must hold for one and the same variant of a product'),
  context: z.object({ currency: z.string().optional() }).optional(),
};

export const searchRequestSchema = z.object({
  query: z.string().max(500).optional().describe('What to look for. Without it all that the filters allow'),
  ...common,
  pagination: z
    .object({
      cursor: z.string().optional().describe('Of the page before, with the same query and filters'),
      limit: z.int().min(1).default(10).describe('At most 20 are returned'),
    })
    .optional(),
});

/** More than this many ids in one request are an error, as the protocol asks. */
const maxIds = 50;

export const lookupRequestSchema = z.object({
  ids: z.array(z.string()).min(1).max(maxIds).describe('Ids of products or variants'),
  ...common,
});

export const getProductRequestSchema = z.object({
  id: z.string().describe('The id of a product or a variant'),
  selected: z.array(selectedOptionSchema).optional().describe('Options that the shopper has chosen'),
  preferences: z
    .array(z.string())
    .optional()
    .describe('Names of options: where no variant has all that is selected, the last one is given up first'),
  ...common,
});

type Common = z.infer<z.ZodObject<typeof common>>;

/** The filters of a request in ours for a shop with this currency, and what is to be said about those that were ignored. */
export function readFilters(
  own: string,
  {
    filters: { categories, price, color, size, in_stock, on_sale, exclude, ...unknown } = {},
    context = {},
  }: Common,
): { readonly filters: CatalogFilters; readonly messages: UcpMessage[] } {
  const isOwn = (context.currency ?? own).toUpperCase() === own;
  const messages = Object.keys(unknown).map((name) =>
    warning('filter_ignored', `The filter ${plainText(name, 60)} is not known here and was ignored.`),
  );
  if (price !== undefined && !isOwn)
    messages.push(
      warning('price_filter_ignored', `Prices are in ${own}; bounds in another currency were ignored.`),
    );
  return {
    filters: { categories, price: isOwn ? price : undefined, color, size, in_stock, on_sale, exclude },
    messages,
  };
}

function warning(code: string, content: string): UcpMessage {
  return { type: 'warning', code, content };
}

/** A cursor holds the offset and a digest of the request: it continues that one only. */
export function writeCursor(offset: number, request: unknown): string {
  return Buffer.from(`${offset} ${digest(request)}`).toString('base64url');
}

/** The offset in a cursor; 0 without one. Throws ProtocolError for a cursor of another request. */
export function readCursor(cursor: string | undefined, request: unknown): number {
  if (cursor === undefined) return 0;
  const offset = Math.max(0, Number.parseInt(Buffer.from(cursor, 'base64url').toString(), 10));
  if (cursor === writeCursor(offset, request)) return offset;
  throw invalidParams('catalog.pagination.cursor does not belong to this query and these filters');
}

function digest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 16);
}

/** The error of JSON-RPC for a request that no retry can mend. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

export const metaSchema = z.object({
  'ucp-agent': z.object({
    profile: z
      .url({ protocol: /^https$/ })
      .describe("Address of your agent's profile in the Universal Commerce Protocol"),
  }),
});

const discoveryFailed = -32_001;

/** Throws the protocol's error where a request does not name the profile of its agent. We do not fetch it (decision 0065). */
export function requireProfile({ meta }: { readonly meta?: unknown }): void {
  if (metaSchema.safeParse(meta).success) return;
  const content = 'meta["ucp-agent"].profile must be the https address of your agent\'s profile';
  throw new ProtocolError(discoveryFailed, content, { code: 'invalid_profile_url', content });
}
