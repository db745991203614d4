import { hostileTexts, hostileUrls } from './hostile-texts.ts';
import { isObject, type JsonObject } from './protocol.ts';

/** Changes an operation's healthy response. */
export type ChangePayload = (payload: JsonObject) => unknown;

type ChangeProduct = (product: JsonObject, index: number) => unknown;

/** Changes the product of `get_product`, and each of the products of the others. */
function changeProducts(change: ChangeProduct): ChangePayload {
  return (payload) => {
    if (isObject(payload['product'])) return { ...payload, product: change(payload['product'], 0) };
    const products = payload['products'];
    return Array.isArray(products) ? { ...payload, products: products.map(change) } : payload;
  };
}

function changeVariants(product: JsonObject, change: (variant: JsonObject) => JsonObject): JsonObject {
  return { ...product, variants: (product['variants'] as JsonObject[]).map(change) };
}

function without(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Applies the change at `index`, and leaves every last one of the round as it is. */
function inTurn(changes: readonly ChangeProduct[]): ChangePayload {
  return changeProducts((product, index) => {
    const change = changes[index % (changes.length + 1)];
    return change === undefined ? product : change(product, index);
  });
}

const set =
  (key: string, value: unknown): ChangeProduct =>
  (product) => ({ ...product, [key]: value });
const setInVariants =
  (key: string, value: unknown): ChangeProduct =>
  (product) =>
    changeVariants(product, (variant) => ({ ...variant, [key]: value }));

const wrongTypes: readonly ChangeProduct[] = [
  setInVariants('price', { amount: '89.00', currency: 'EUR' }),
  set('title', 5),
  set('variants', {}),
  set('description', 'A text'),
  set('media', 'https://shop.example/picture.png'),
  setInVariants('availability', 'yes'),
  set('price_range', { min: 1, max: 2 }),
  set('options', null),
  setInVariants('price', { amount: 89.5, currency: 'EUR' }),
  setInVariants('price', { amount: -1, currency: 'EUR' }),
  setInVariants('price', { amount: 1e21, currency: 'EUR' }),
  set('rating', { value: 'five', scale_max: 0 }),
  set('id', null),
  set('categories', [1, null, 'shoes']),
  set('url', { href: 'https://shop.example' }),
  () => null,
  () => 'a product',
];

const missing: readonly ChangeProduct[] = [
  ...['id', 'title', 'description', 'price_range', 'variants'].map(
    (key): ChangeProduct =>
      (product) =>
        without(product, key),
  ),
  ...['id', 'title', 'description', 'price'].map(
    (key): ChangeProduct =>
      (product) =>
        changeVariants(product, (variant) => without(variant, key)),
  ),
  set('variants', []),
];

/** Every price in one other currency, the amounts unchanged. */
function inCurrency(value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((item) => inCurrency(item, currency));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === 'currency' ? currency : inCurrency(item, currency),
  ]);
  return Object.fromEntries(entries);
}

const hostile: ChangeProduct = (product, index) => {
  const text = hostileTexts[index % hostileTexts.length] ?? '';
  const url = hostileUrls[index % hostileUrls.length];
  return {
    ...changeVariants(product, (variant) => ({
      ...variant,
      title: text,
      description: { plain: text, html: text, markdown: text },
      url,
      seller: { name: text, links: [{ type: 'refund_policy', url, title: text }] },
    })),
    title: text,
    description: { plain: text, html: text, markdown: text },
    url,
    media: [{ type: 'image', url, alt_text: text }],
    tags: [text],
    categories: [{ value: text }],
    metadata: { note: text },
  };
};

function withPagination(pagination: JsonObject): ChangePayload {
  return (payload) => ({ ...payload, pagination });
}

export const payloadFaults = {
  'wrong-types': ['has products with values of other types, and some good ones', inTurn(wrongTypes)],
  'wrong-products': [
    'has an object where the products should be',
    (payload) => ({ ...payload, products: { 0: 'none' }, product: ['none'] }),
  ],
  'missing-fields': ['has products without a required field each, and some good ones', inTurn(missing)],
  'missing-products': [
    'has no products in the response',
    (payload) => without(without(payload, 'products'), 'product'),
  ],
  'other-currency': [
    'has prices in another currency than was asked for',
    (payload) => inCurrency(payload, 'JPY'),
  ],
  'unknown-currency': ['has a currency that does not exist', (payload) => inCurrency(payload, 'XXQ')],
  'mixed-currency': [
    'has variants in another currency than their price range',
    changeProducts((product) => changeVariants(product, (item) => inCurrency(item, 'KWD') as JsonObject)),
  ],
  'hostile-texts': [
    'has texts and addresses that attack readers, models and pages',
    (payload) => {
      const changed = changeProducts(hostile)(payload) as JsonObject;
      const messages = hostileTexts.map((content) => ({ type: 'warning', code: 'notice', content }));
      const policies = hostileTexts.map((plain) => ({
        type: 'dev.ucp.shopping.policy.return',
        description: { plain },
      }));
      return { ...changed, messages, policies };
    },
  ],
  'prototype-keys': [
    'has keys that would set a prototype',
    (payload) => {
      const poison = JSON.parse(
        '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}',
      ) as object;
      const changed = changeProducts((product) => ({ ...product, metadata: poison }))(payload) as JsonObject;
      return { ...changed, ...poison };
    },
  ],
  duplicates: [
    'has every product twice, with the same ids',
    (payload) => {
      const products = payload['products'];
      return Array.isArray(products) ? { ...payload, products: [...products, ...products] } : payload;
    },
  ],
  'endless-pages': [
    'has always one more page, with the same cursor',
    withPagination({ has_next_page: true, cursor: 'again', total_count: 1_000_000 }),
  ],
  'no-cursor': ['has a next page without a cursor', withPagination({ has_next_page: true })],
  'response-version': [
    'responds with another revision than was negotiated',
    (payload) => ({ ...payload, ucp: { ...(payload['ucp'] as JsonObject), version: '2031-01-01' } }),
  ],
  'no-envelope': ['has no ucp object in the response', (payload) => without(payload, 'ucp')],
  'many-products': [
    'has 5,000 products in a page of ten',
    (payload) => {
      const products = payload['products'];
      if (!Array.isArray(products)) return payload;
      return {
        ...payload,
        products: Array.from({ length: 5000 }, (_, index) => products[index % products.length]),
      };
    },
  ],
} as const satisfies Record<string, readonly [about: string, change: ChangePayload]>;
