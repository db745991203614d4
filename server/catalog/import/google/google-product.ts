import type { Product } from '../../../db/records.ts';
import { finishProduct, splitPath } from '../finish-product.ts';
import type { GoogleItem } from './google-item.ts';

/**
 * The common start of the titles of a group's items, in whole words: `Rain Coat - Moss` for `Rain Coat - Moss, S` and
 * `Rain Coat - Moss, M`. The first title when they have no more than two letters in common.
 */
export function commonTitle(titles: readonly [string, ...string[]]): string {
  const [first] = titles;
  if (titles.every((title) => title === first)) return first;
  const shared = titles.reduce(commonPrefix);
  const wholeWords = titles.every((title) => /^($|\W)/u.test(title.slice(shared.length)))
    ? shared
    : shared.replace(/[^\s,/|(-]*$/u, '');
  const bare = wholeWords.replace(/[\s,;:/|([–—-]+$/u, '');
  return bare.length >= 3 ? bare : first;
}

/** One product from the items of a group, or from a single item. Throws RowRejection. */
export function googleProduct(items: readonly [GoogleItem, ...GoogleItem[]]): Product {
  const [{ fields, group, variant, title }, ...others] = items;
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
    variants: items.map((item) => item.variant),
  });
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
