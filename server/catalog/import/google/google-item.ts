import { parsePrice } from '../../money/parse-price.ts';
import type { Price, Variant } from '../../../db/records.ts';
import { plainText } from '../plain-text.ts';
import { inField, RowRejection } from '../import-errors.ts';
import type { ReadContext } from '../import-event.ts';
import { maxTitle } from '../import-limits.ts';

/** The attributes that are read. A feed may have any others, which are not kept. */
const attributes = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'google_product_category',
  'product_type',
  'color',
  'size',
] as const;

export type GoogleAttribute = (typeof attributes)[number];

/** The attributes of one item of a feed. */
export type GoogleFields = ReadonlyMap<GoogleAttribute, string>;

/** The attribute with this name: `image_link`; undefined for one that is not read. */
export function googleAttribute(name: string): GoogleAttribute | undefined {
  return attributes.find((attribute) => attribute === name);
}

/** One line or element of a feed: a product, or one variant of the product `group`. */
export type GoogleItem = ReturnType<typeof googleItem>;

const stock: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['in stock', true],
  ['limited availability', true],
  ['out of stock', false],
  ['preorder', false],
  ['backorder', false],
]);

/** Validates one item of a feed. Throws RowRejection. */
export function googleItem(line: number, fields: GoogleFields, context: ReadContext) {
  const id = fields.get('id') ?? '';
  const title = plainText(fields.get('title') ?? '');
  if (id === '') throw new RowRejection('id is missing');
  if (title === '') throw new RowRejection('title is missing');
  if (title.length > maxTitle) throw new RowRejection(`title is longer than ${maxTitle} characters`);
  const color = fields.get('color');
  const size = fields.get('size');
  const options = { ...(color ? { Color: color } : {}), ...(size ? { Size: size } : {}) };
  const { price, before } = prices(fields, context);
  const variant: Variant = {
    id,
    title: Object.values(options).join(' / ') || 'Default',
    price,
    ...(before === undefined ? {} : { compare_at_price: before }),
    options,
    available: availability(fields.get('availability') ?? ''),
  };
  return { line, group: fields.get('item_group_id') || undefined, title, fields, variant };
}

/** Whether it is in stock now. Preorder and backorder are not. */
function availability(text: string): boolean {
  const available = stock.get(text.toLowerCase().replaceAll('_', ' '));
  if (available === undefined)
    throw new RowRejection(`availability: "${text.slice(0, 40)}" is not a known value`);
  return available;
}

/** `dates` is `start/end` in ISO 8601. A missing or invalid date does not limit the sale. */
function isInEffect(dates: string, now: number): boolean {
  const [start = '', end = ''] = dates
    .slice(0, 100)
    .split('/')
    .map((date) => date.trim());
  return !(Date.parse(start) > now) && !(Date.parse(end) < now);
}

function prices(fields: GoogleFields, context: ReadContext): { price: Price; before?: Price } {
  const text = fields.get('price') ?? '';
  if (text === '') throw new RowRejection('price: it is missing');
  const regular = inField('price', () => parsePrice(text, context.currency));
  const saleText = fields.get('sale_price') ?? '';
  if (saleText === '') return { price: regular };
  const sale = inField('sale_price', () => parsePrice(saleText, regular.currency));
  if (sale.currency !== regular.currency)
    throw new RowRejection('sale_price: its currency differs from the currency of price');
  const on = isInEffect(fields.get('sale_price_effective_date') ?? '', context.now);
  return on && sale.amount < regular.amount ? { price: sale, before: regular } : { price: regular };
}
