import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Operation } from './protocol.ts';

/**
 * The shapes of the protocol's catalogue as its documents state them, in our own words and as strict as they are: what
 * is required, and the type of every field that a reader of a catalogue uses. No package ships the official schemas.
 */
const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const amount = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const reverseDomain = {
  type: 'string',
  pattern: '^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$',
};
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
const list = (items: object, minItems = 0): object => ({ type: 'array', items, minItems });
const object = (required: readonly string[], properties: object, rest: object = {}): object => ({
  type: 'object',
  required,
  properties,
  ...rest,
});

const envelope = object(['version'], {
  version: date,
  status: { enum: ['success', 'error'] },
  capabilities: {
    type: 'object',
    propertyNames: reverseDomain,
    additionalProperties: list(object(['version'], { version: date })),
  },
});
const price = object(['amount', 'currency'], {
  amount,
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
});
const unit = {
  unit: text,
  scale: { type: 'integer', minimum: 0 },
  display_text: text,
};
const measure = object(['unit', 'value'], { ...unit, value: { type: 'integer', minimum: 1 } });
const link = object(['type', 'url'], { type: text, url: uri, title: text });
const messageBase = {
  path: { type: 'string', pattern: '^\\$' },
  content: text,
  content_type: { enum: ['plain', 'markdown'] },
};

/** Parts that products and variants share. */
const shared = {
  id: text,
  handle: text,
  title: text,
  url: uri,
  description: {
    type: 'object',
    minProperties: 1,
    properties: { plain: text, html: text, markdown: text },
  },
  categories: list(object(['value'], { value: text, taxonomy: text })),
  media: list(
    object(['type', 'url'], {
      type: text,
      url: uri,
      alt_text: text,
      width: { type: 'integer', minimum: 1 },
      height: { type: 'integer', minimum: 1 },
    }),
  ),
  rating: object(['value', 'scale_max'], {
    value: { type: 'number', minimum: 0 },
    scale_min: { type: 'number', minimum: 0 },
    scale_max: { type: 'number', minimum: 1 },
    count: { type: 'integer', minimum: 0 },
  }),
  tags: list(text),
  metadata: { type: 'object' },
};

const variant = object(['id', 'title', 'description', 'price'], {
  ...shared,
  sku: text,
  barcodes: list(object(['type', 'value'], { type: text, value: text })),
  price: ref('price'),
  list_price: ref('price'),
  quantity_unit: object(['unit'], { ...unit, increment: { type: 'integer', minimum: 1 } }),
  unit_price: object(['amount', 'currency', 'measure', 'reference'], {
    amount,
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    measure,
    reference: measure,
  }),
  availability: object([], { available: { type: 'boolean' }, status: text }),
  options: list(ref('choice')),
  seller: object([], { name: text, links: list(link) }),
  inputs: list(object(['id'], { id: text, match: text }), 1),
});

const product = object(['id', 'title', 'description', 'price_range', 'variants'], {
  ...shared,
  price_range: ref('priceRange'),
  list_price_range: ref('priceRange'),
  options: list(
    object(['name', 'values'], {
      name: text,
      values: list(
        object(['label'], {
          id: text,
          label: text,
          available: { type: 'boolean' },
          exists: { type: 'boolean' },
        }),
        1,
      ),
    }),
  ),
  selected: list(ref('choice')),
  variants: list(ref('variant'), 1),
});

const $defs = {
  price,
  variant,
  product,
  choice: object(['name', 'label'], { name: text, id: text, label: text }),
  priceRange: object(['min', 'max'], { min: ref('price'), max: ref('price') }),
  message: {
    oneOf: [
      object(['type', 'code', 'content', 'severity'], {
        ...messageBase,
        type: { const: 'error' },
        code: text,
        severity: {
          enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable'],
        },
      }),
      object(['type', 'code', 'content'], {
        ...messageBase,
        type: { const: 'warning' },
        code: text,
        presentation: text,
        image_url: uri,
        url: uri,
      }),
      object(['type', 'content'], { ...messageBase, type: { const: 'info' }, code: text }),
    ],
  },
  policy: object(['type', 'description'], {
    type: reverseDomain,
    description: shared.description,
    applies_to: list({ type: 'string', pattern: '^\\$' }),
    url: uri,
  }),
};

/** Every successful response has these besides its products. */
const common = {
  ucp: envelope,
  messages: list(ref('message')),
  policies: list(ref('policy')),
  actions: {
    type: 'object',
    propertyNames: reverseDomain,
    additionalProperties: list(object(['id'], { id: text }), 1),
  },
};
const errorResponse = object(
  ['ucp', 'messages'],
  {
    ucp: { allOf: [envelope, object(['status'], { status: { const: 'error' } })] },
    messages: list(ref('message'), 1),
    continue_url: uri,
  },
  { additionalProperties: false },
);
const pagination = object(
  ['has_next_page'],
  { cursor: text, has_next_page: { type: 'boolean' }, total_count: { type: 'integer', minimum: 0 } },
  {
    if: { properties: { has_next_page: { const: true } }, required: ['has_next_page'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['cursor'] },
  },
);

const lookedUpProduct = {
  allOf: [
    ref('product'),
    object([], { variants: list({ allOf: [ref('variant'), object(['inputs'], {})] }) }),
  ],
};
const orError = (success: object): object => ({ oneOf: [success, errorResponse], type: 'object', $defs });

/** The shape of each operation's response. */
export const responseShapes: Readonly<Record<Operation, object>> = {
  search_catalog: orError(
    object(['ucp', 'products'], { ...common, products: list(ref('product')), pagination }),
  ),
  lookup_catalog: orError(object(['ucp', 'products'], { ...common, products: list(lookedUpProduct) })),
  get_product: orError(object(['ucp', 'product'], { ...common, product: ref('product') })),
};

const context = object([], {
  address_country: text,
  address_region: text,
  postal_code: text,
  intent: text,
  language: text,
  currency: text,
  eligibility: list(reverseDomain),
});
const filters = object([], {
  categories: list(text),
  price: object([], { min: amount, max: amount }),
});
const hints = { context, filters, signals: { type: 'object' }, attribution: { type: 'object' } };

/** The shape of each operation's payload: `arguments.catalog`. */
export const requestShapes: Readonly<Record<Operation, object>> = {
  search_catalog: object([], {
    ...hints,
    query: text,
    pagination: object([], { cursor: text, limit: { type: 'integer', minimum: 1 } }),
  }),
  lookup_catalog: object(['ids'], { ...hints, ids: list(text, 1) }),
  get_product: object(
    ['id'],
    { ...hints, id: text, selected: list(ref('choice')), preferences: list(text) },
    { $defs },
  ),
};

const transport = { enum: ['rest', 'mcp', 'a2a', 'embedded'] };

/** The shape of a profile: of a business, whose services have an endpoint, or of a platform. */
export const profileShape = object(['ucp'], {
  ucp: object(['version', 'services', 'payment_handlers'], {
    version: date,
    supported_versions: { type: 'object', propertyNames: date, additionalProperties: uri },
    services: {
      type: 'object',
      propertyNames: reverseDomain,
      additionalProperties: list(
        object(['version', 'transport'], { version: date, transport, endpoint: uri, spec: uri, schema: uri }),
      ),
    },
    capabilities: {
      type: 'object',
      propertyNames: reverseDomain,
      additionalProperties: list(object(['version', 'schema'], { version: date, spec: uri, schema: uri })),
    },
    payment_handlers: { type: 'object', propertyNames: reverseDomain },
  }),
});

/** Returns a function that lists what a value violates of a shape; an empty list means that it is valid. */
export function createShapeCheck(shape: object): (value: unknown) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate = ajv.compile(shape);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(describe));
}

function describe(error: ErrorObject): string {
  return `${error.instancePath || '/'} ${error.message ?? 'is invalid'}`;
}
