import { parsePrice } from '../../money/parse-price.ts';
import type { Product, Variant } from '../../../db/records.ts';
import { finishProduct, splitPath } from '../finish-product.ts';
import { inField, RowRejection } from '../import-errors.ts';
import type { ShopifyRow } from './shopify-columns.ts';

const optionColumns = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

/** False for a row that only adds a picture: it has neither price nor options. */
export function isVariantRow(row: ShopifyRow): boolean {
  return [row.price, row.sku, ...optionColumns.map(([, value]) => row[value])].some((cell) => cell !== '');
}

/** The reason why a product is not for sale, from its first row; undefined when it is. */
export function notForSale(first: ShopifyRow): string | undefined {
  const status = first.status.toLowerCase();
  if (status !== '' && status !== 'active') return `its status is "${status.slice(0, 40)}"`;
  return first.published.toLowerCase() === 'false' ? 'it is not published' : undefined;
}

/** Whether a row has quantity 0 without a tracker: shops that do not count stock export it, too. */
export function isUntrackedZero(row: ShopifyRow): boolean {
  return row.tracker === '' && /^0+$/.test(row.quantity);
}

/** One variant. `first` is the product's first row. Throws RowRejection. */
export function shopifyVariant(first: ShopifyRow, row: ShopifyRow, currency: string | undefined): Variant {
  if (row.price === '') throw new RowRejection('price: it is missing');
  const price = inField('price', () => parsePrice(row.price, currency));
  const before = row.compareAt;
  const compareAt =
    before === '' ? undefined : inField('compare-at price', () => parsePrice(before, currency));
  const options = optionsOf(first, row);
  const values = Object.values(options);
  return {
    id: [first.handle, ...values].join(':'),
    title: values.join(' / ') || 'Default',
    ...(row.sku === '' ? {} : { sku: row.sku }),
    price,
    ...(compareAt !== undefined && compareAt.amount > price.amount ? { compare_at_price: compareAt } : {}),
    options,
    ...stockOf(row),
  };
}

/** The product of one handle, from its first row and its variants. Throws RowRejection. */
export function shopifyProduct(first: ShopifyRow, variants: readonly Variant[], imageUrl: string): Product {
  return finishProduct({
    id: first.handle,
    title: first.title,
    description: first.body,
    brand: first.vendor,
    categories: [...splitPath(first.taxonomy), ...splitPath(first.type)],
    tags: first.tags.split(','),
    imageUrl,
    variants,
  });
}

/** Option names are in the product's first row only. A product without options has one named Title. */
function optionsOf(first: ShopifyRow, row: ShopifyRow): Record<string, string> {
  const entries = optionColumns.flatMap(([name, value], index) =>
    row[value] === '' ? [] : [[first[name] || `Option ${index + 1}`, row[value]] as const],
  );
  const [only] = entries;
  const isDefault = entries.length === 1 && only?.[0] === 'Title' && only[1] === 'Default Title';
  return isDefault ? {} : Object.fromEntries(entries);
}

interface Stock {
  readonly available: boolean;
  readonly quantity?: number;
}

/** Untracked stock is always available. Exports of several locations have no quantity. */
function stockOf(row: ShopifyRow): Stock {
  const quantity = row.quantity;
  if (row.tracker === '' || quantity === '') return { available: true };
  if (!/^-?\d{1,9}$/.test(quantity))
    throw new RowRejection(`inventory quantity: "${quantity.slice(0, 40)}" is not a whole number`);
  const units = Math.max(0, Number(quantity));
  return { available: units > 0 || /^(continue|true)$/i.test(row.oversell), quantity: units };
}
