import { parsePrice } from '../../money/parse-price.ts';
import type { Price, Variant } from '../../../db/records.ts';
import { plainText } from '../plain-text.ts';
import { inField, Refusal } from '../import-errors.ts';
import type { ReadContext } from '../import-event.ts';

/** The attributes of one feed item by their plain names: `id`, `image_link`, ... */
export type GoogleFields = ReadonlyMap<string, string>;

/** One line or element of a feed: a product, or one variant of the product that its group names. */
export interface GoogleItem {
  readonly line: number;
  readonly group: string | undefined;
  readonly title: string;
  readonly fields: GoogleFields;
  readonly variant: Variant;
}

const stock: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['in stock', true],
  ['limited availability', true],
  ['out of stock', false],
  ['preorder', false],
  ['backorder', false],
]);

/** Whether it is in stock now; what must be waited for is not. */
function availability(text: string): boolean {
  const available = stock.get(text.toLowerCase().replaceAll('_', ' '));
  if (available === undefined) throw new Refusal(`availability: "${text.slice(0, 40)}" is no known value`);
  return available;
}

/** `start/end` in ISO 8601; a sale without dates is on. Dates that cannot be read switch nothing off. */
function isInEffect(dates: string, now: number): boolean {
  const [start = '', end = ''] = dates.split('/').map((date) => date.trim());
  return !(Date.parse(start) > now) && !(Date.parse(end) < now);
}

function prices(fields: GoogleFields, context: ReadContext): { price: Price; before?: Price } {
  const text = fields.get('price') ?? '';
  if (text === '') throw new Refusal('price: it is missing');
  const regular = inField('price', () => parsePrice(text, context.currency));
  const saleText = fields.get('sale_price') ?? '';
  if (saleText === '') return { price: regular };
  const sale = inField('sale_price', () => parsePrice(saleText, regular.currency));
  if (sale.currency !== regular.currency)
    throw new Refusal('sale_price: it is in another currency than price');
  const on = isInEffect(fields.get('sale_price_effective_date') ?? '', context.now);
  return on && sale.amount < regular.amount ? { price: sale, before: regular } : { price: regular };
}

/** Checks one item of a feed. Throws a Refusal. */
export function googleItem(line: number, fields: GoogleFields, context: ReadContext): GoogleItem {
  const id = fields.get('id') ?? '';
  const title = plainText(fields.get('title') ?? '');
  if (id === '') throw new Refusal('id is missing');
  if (title === '') throw new Refusal('title is missing');
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
