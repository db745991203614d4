import type { z } from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import type { Product, ShopNotice, Variant } from '../db/records.ts';
import { listed, plainText } from '../support/plain-text.ts';
import { productToUcp } from '../ucp/catalog-mapping.ts';
import { ucpNames, ucpVersion } from '../ucp/profile.ts';
import type { UcpMessage, UcpProduct, UcpResponse } from '../ucp/types.ts';
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
  /** Throws ProtocolError for a request that cannot be served as it is. */
  run(catalog: Catalog, request: z.infer<Request>): UcpResponse;
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
  run(catalog, request) {
    const { query = '', pagination = { limit: 10 } } = request;
    const { filters, messages } = readFilters(catalog.currency(), request);
    if (query.trim() === '' && Object.keys(request.filters ?? {}).length === 0)
      throw invalidParams('catalog.query or catalog.filters is required');
    const offset = readCursor(pagination.cursor, [query, filters]);
    const { matching, fit, unknown } = catalog.search({ query, filters });
    const end = offset + Math.min(pagination.limit, maxPage);
    const passing = catalog.passing(filters);
    if (fit === 'closest') messages.push(closest(unknown));
    const products = matching.slice(offset, end).map((product) => {
      const variants = featuredFirst(passing(product));
      return productToUcp(product, (variants[0] ? variants : product.variants).slice(0, maxVariants));
    });
    const has_next_page = end < matching.length;
    const cursor = has_next_page ? { cursor: writeCursor(end, [query, filters]) } : {};
    const pages = { has_next_page, ...cursor, total_count: matching.length };
    return respond(catalog, 'search', messages, { products, pagination: pages });
  },
};

function closest(unknown: readonly string[]): UcpMessage {
  const words = unknown.length > 0 ? ` No product has: ${listed(unknown)}.` : '';
  const content = `No product has all words of the query; these come closest.${words}`;
  return { type: 'info', code: 'closest_matches', content };
}

export const lookupOperation: UcpOperation<typeof lookupRequestSchema> = {
  description:
    'Returns up to 50 products by the ids of products or variants, each with one variant for each id, whose `inputs` ' +
    'say which id led to it. Ids that this shop does not have are in `messages`. Amounts are in minor units (cents).',
  request: lookupRequestSchema,
  run(catalog, request) {
    const { filters, messages } = readFilters(catalog.currency(), request);
    const passing = catalog.passing(filters);
    const idsOf = new Map<Product, string[]>();
    for (const id of new Set(request.ids)) {
      const product = catalog.byId(id) ?? catalog.byVariantId(id);
      if (product === undefined) messages.push({ type: 'info', code: 'not_found', content: id });
      else idsOf.set(product, [...(idsOf.get(product) ?? []), id]);
    }
    const products = [...idsOf].flatMap(([product, ids]) => lookedUp(product, passing(product), ids));
    return respond(catalog, 'lookup', messages, { products });
  },
};

/** The variants that ids led to; the first one that can be bought stands for the id of the product itself. */
function lookedUp(product: Product, passing: readonly Variant[], ids: readonly string[]): UcpProduct[] {
  const sorted = featuredFirst(passing);
  const correlated = sorted.flatMap((variant, at) => {
    const featured = at === 0 && ids.includes(product.id) ? [{ id: product.id, match: 'featured' }] : [];
    const isExact = variant.id !== product.id && ids.includes(variant.id);
    const inputs = [...featured, ...(isExact ? [{ id: variant.id, match: 'exact' }] : [])];
    return inputs.length > 0 ? { variant, inputs } : [];
  });
  if (correlated.length === 0) return [];
  const all = productToUcp(
    product,
    correlated.map(({ variant }) => variant),
  );
  const inputs = correlated.map((each) => each.inputs);
  return [{ ...all, variants: all.variants.map((variant, at) => ({ ...variant, inputs: inputs[at] })) }];
}

export const getProductOperation: UcpOperation<typeof getProductRequestSchema> = {
  description:
    'Returns everything about one product by its id or that of a variant: full description, and the variants that ' +
    '`selected` leaves, with price and stock. Values of `options` say whether they can still be chosen. Amounts are in ' +
    'minor units (cents). Where this shop has no such product, `ucp.status` is error.',
  request: getProductRequestSchema,
  run(catalog, request) {
    const { id } = request;
    const { filters, messages } = readFilters(catalog.currency(), request);
    const product = catalog.byId(id) ?? catalog.byVariantId(id);
    if (product === undefined) return notFound(`Product not found: ${plainText(id, 200)}`);
    const passing = catalog.passing(filters)(product);
    const variant = id === product.id ? undefined : passing.find((each) => each.id === id);
    if (passing.length === 0 || (id !== product.id && variant === undefined))
      return notFound(`No variant of this product passes the filters: ${plainText(id, 200)}`);
    const { variants, selected, options } = selectVariants(passing, { ...request, variant });
    const whole = { ...productToUcp(product, variants), selected };
    const detail = { ...whole, options: (whole.options ?? []).map(options) };
    return respond(catalog, 'lookup', messages, { product: detail });
  },
};

function envelope(name: 'search' | 'lookup'): UcpResponse['ucp'] {
  return { version: ucpVersion, capabilities: { [ucpNames[name]]: [{ version: ucpVersion }] } };
}

/** A response with what a live shop says about its products and about all of it (decision 0065). */
function respond(
  catalog: Catalog,
  name: 'search' | 'lookup',
  said: readonly UcpMessage[],
  body: Pick<UcpResponse, 'products' | 'product' | 'pagination'>,
): UcpResponse {
  const { notes = [], notices = [] } = catalog.sayings;
  const warning = ({ text: content, ...more }: ShopNotice) =>
    ({ type: 'warning', code: 'shop_notice', content, ...more }) as const;
  const disclosures = (body.products ?? [body.product]).flatMap((product, at) => {
    const path = body.products === undefined ? '$.product' : `$.products[${at}]`;
    const about = catalog.byId(product?.id ?? '')?.notices ?? [];
    return about.map((notice) => ({ ...warning(notice), presentation: 'disclosure', path }));
  });
  const infos = notes.map((content) => ({ type: 'info', code: 'shop_note', content }) as const);
  const messages = [...said, ...notices.map(warning), ...disclosures, ...infos];
  return { ucp: envelope(name), ...body, ...(messages.length > 0 && { messages }) };
}

function notFound(content: string): UcpResponse {
  return {
    ucp: { ...envelope('lookup'), status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }],
  };
}
