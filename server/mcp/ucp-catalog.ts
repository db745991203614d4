import type { z } from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import type { Product, Variant } from '../db/records.ts';
import { listed, plainText } from '../support/plain-text.ts';
import { productToUcp } from '../ucp/catalog-mapping.ts';
import {
  type ErrorResponse,
  errorResponseSchema,
  type GetProductResponse,
  getProductResponseSchema,
  type LookupResponse,
  lookupResponseSchema,
  type SearchResponse,
  searchResponseSchema,
  type UcpMessage,
  ucpNames,
  ucpVersion,
} from '../ucp/types.ts';
import {
  getProductRequestSchema,
  invalidParams,
  lookupRequestSchema,
  readCursor,
  readFilters,
  searchRequestSchema,
  writeCursor,
} from './ucp-requests.ts';
import { featuredFirst, selectVariants } from './ucp-selection.ts';

/** A catalogue tool in the Universal Commerce Protocol. `request` is that of the field `catalog`. */
export interface UcpOperation<Request extends z.ZodObject = z.ZodObject> {
  /** Written for the model that chooses among tools. */
  readonly description: string;
  readonly request: Request;
  readonly responses: readonly z.ZodObject[];
  /** Throws ProtocolError for a request that cannot be served as it is. */
  run(catalog: Catalog, request: z.infer<Request>): object;
}

const maxPage = 20;
/** A search lists so many variants of a product, those in stock first; its options list all values. */
const maxVariants = 20;

export const searchOperation: UcpOperation<typeof searchRequestSchema> = {
  description:
    "Searches this shop's products by words, category, colour, size, price and stock, best match first, with the " +
    'variants that match. Synonyms, plurals, compounds and misspellings are understood in English; translate what a ' +
    'shopper says in another language than that of the catalogue. Amounts are in minor units (cents). Use it before ' +
    'naming any product, and only name products that it returned. Read `messages`: they say where products only come ' +
    'closest. `pagination.cursor` leads to the next page.',
  request: searchRequestSchema,
  responses: [searchResponseSchema],
  run(catalog, request): SearchResponse {
    const { query = '', pagination = { limit: 10 } } = request;
    const { filters, messages } = readFilters(catalog, request);
    if (query.trim() === '' && Object.keys(request.filters ?? {}).length === 0)
      throw invalidParams('catalog.query or catalog.filters is required');
    const offset = readCursor(pagination.cursor, [query, filters]);
    const { matching, fit, unknown } = catalog.search({ query, filters });
    const end = offset + Math.min(pagination.limit, maxPage);
    const passing = catalog.passing(filters);
    return {
      ucp: envelope(ucpNames.search),
      products: matching.slice(offset, end).map((product) => {
        const variants = featuredFirst(passing(product)).slice(0, maxVariants);
        return productToUcp(product, variants.length > 0 ? variants : product.variants.slice(0, maxVariants));
      }),
      pagination: {
        has_next_page: end < matching.length,
        ...(end < matching.length && { cursor: writeCursor(end, [query, filters]) }),
        total_count: matching.length,
      },
      ...withMessages(fit === 'closest' ? [...messages, closest(unknown)] : messages),
    };
  },
};

function closest(unknown: readonly string[]): UcpMessage {
  const words = unknown.length > 0 ? ` No product has: ${listed(unknown)}.` : '';
  return {
    type: 'info',
    code: 'closest_matches',
    content: `No product has all words of the query; these come closest.${words}`,
  };
}

export const lookupOperation: UcpOperation<typeof lookupRequestSchema> = {
  description:
    'Returns up to 50 products by the ids of products or variants, each with one variant for each id, whose `inputs` ' +
    'say which id led to it. Ids that this shop does not have are in `messages`. Amounts are in minor units (cents).',
  request: lookupRequestSchema,
  responses: [lookupResponseSchema],
  run(catalog, request): LookupResponse {
    const { filters, messages } = readFilters(catalog, request);
    const passing = catalog.passing(filters);
    const idsOf = new Map<Product, string[]>();
    for (const id of new Set(request.ids)) {
      const product = catalog.byId(id) ?? catalog.byVariantId(id);
      if (product === undefined) messages.push({ type: 'info', code: 'not_found', content: id });
      else idsOf.set(product, [...(idsOf.get(product) ?? []), id]);
    }
    return {
      ucp: envelope(ucpNames.lookup),
      products: [...idsOf].flatMap(([product, ids]) => lookedUp(product, passing(product), ids)),
      ...withMessages(messages),
    };
  },
};

/** The variants that ids led to; the first one that can be bought stands for the id of the product itself. */
function lookedUp(
  product: Product,
  passing: readonly Variant[],
  ids: readonly string[],
): LookupResponse['products'] {
  const [featured] = featuredFirst(passing);
  const inputsOf = (variant: Variant) => [
    ...(variant === featured && ids.includes(product.id) ? [{ id: product.id, match: 'featured' }] : []),
    ...(variant.id !== product.id && ids.includes(variant.id) ? [{ id: variant.id, match: 'exact' }] : []),
  ];
  const correlated = featuredFirst(passing).filter((variant) => inputsOf(variant).length > 0);
  if (correlated.length === 0) return [];
  const { variants, ...rest } = productToUcp(product, correlated);
  return [
    {
      ...rest,
      variants: variants.map((each, at) => ({
        ...each,
        inputs: correlated.slice(at, at + 1).flatMap(inputsOf),
      })),
    },
  ];
}

export const getProductOperation: UcpOperation<typeof getProductRequestSchema> = {
  description:
    'Returns everything about one product by its id or that of a variant: full description, and the variants that ' +
    '`selected` leaves, with price and stock. Values of `options` say whether they can still be chosen. Amounts are in ' +
    'minor units (cents). Where this shop has no such product, `ucp.status` is error.',
  request: getProductRequestSchema,
  responses: [getProductResponseSchema, errorResponseSchema],
  run(catalog, request): GetProductResponse | ErrorResponse {
    const { id, selected, preferences } = request;
    const { filters, messages } = readFilters(catalog, request);
    const product = catalog.byId(id) ?? catalog.byVariantId(id);
    if (product === undefined) return notFound(`Product not found: ${plainText(id, 200)}`);
    const passing = catalog.passing(filters)(product);
    const variant = id === product.id ? undefined : passing.find((each) => each.id === id);
    if (passing.length === 0 || (id !== product.id && variant === undefined))
      return notFound(`No variant of this product passes the filters: ${plainText(id, 200)}`);
    const { variants, options, effective } = selectVariants(passing, { variant, selected, preferences });
    const { options: all = [], ...detail } = productToUcp(product, variants);
    return {
      ucp: envelope(ucpNames.lookup),
      product: { ...detail, options: all.map(options), selected: effective },
      ...withMessages(messages),
    };
  },
};

function envelope(capability: string) {
  return { version: ucpVersion, capabilities: { [capability]: [{ version: ucpVersion }] } };
}

function withMessages(messages: UcpMessage[]): { messages?: UcpMessage[] } {
  return messages.length > 0 ? { messages } : {};
}

function notFound(content: string): ErrorResponse {
  return {
    ucp: { ...envelope(ucpNames.lookup), status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }],
  };
}
