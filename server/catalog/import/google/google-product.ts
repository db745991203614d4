import type { Product } from '../../../db/records.ts';
import { maxTitle } from '../import-limits.ts';
import { finishProduct, splitPath } from '../finish-product.ts';
import type { GoogleItem } from './google-item.ts';

/**
 * The common start of the titles of a group's items, in whole words: `Rain Coat - Moss` for `Rain Coat - Moss, S` and
 * `Rain Coat - Moss, M`. The first title when they have no more than two letters in common.
 */
export function commonTitle(titles: readonly [string, ...string[]]): string {
  const [first] = titles;
  if (titles.every((title) => title === first)) return first;
  // The patterns are for short texts.
  const shared = titles.reduce(commonPrefix).slice(0, maxTitle);
  const wholeWords = titles.every((title) => /^($|\W)/u.test(title.slice(shared.length)))
    ? shared
    : shared.replace(/[^\s,/|(-]*$/u, '');
  const bare = wholeWords.replace(/[\s,;:/|([–—-]+$/u, '');
  return bare.length >= 3 ? bare : first;
}

/** What a product keeps of the items after its first one. */
export type FurtherItem = Pick<GoogleItem, 'title' | 'variant'>;

/** One product from an item, and the others of its group. Throws RowRejection. */
export function googleProduct(
  { fields, group, variant, title }: GoogleItem,
  others: readonly FurtherItem[] = [],
): Product {
  return finishProduct({
    id: group ?? variant.id,
    title: commonTitle([title, ...others.map((item) => item.title)]),
    description: fields.get('description') ?? '',
    brand: fields.get('brand'),
    categories: [
      ...splitPath(fields.get('google_product_category') ?? ''),
      ...splitPath(fields.get('product_type') ?? ''),
    ],
    tags: [],
    url: fields.get('link'),
    imageUrl: fields.get('image_link'),
    variants: [variant, ...others.map((item) => item.variant)],
  });
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
