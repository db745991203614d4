import type { ImportEvent, ReadContext } from '../import-event.ts';
import type { Product } from '../../../db/records.ts';
import { finishProduct, splitPath } from '../finish-product.ts';
import { productEvent, valueOrReason } from '../import-errors.ts';
import { maxTitle } from '../import-limits.ts';
import { googleItem, type GoogleFields, type GoogleItem } from './google-item.ts';

/** One row of a feed, or the reason why it is invalid. */
export type FeedRow = {
  readonly line: number;
  readonly cells: number;
} & ({ readonly fields: GoogleFields } | { readonly reason: string });

interface Group {
  readonly first: GoogleItem;
  readonly others: FurtherItem[];
}

/** Turns the rows of a feed into products. Groups come last: their items may be anywhere in the file. */
export async function* readGoogleItems(
  rows: AsyncIterable<FeedRow>,
  context: ReadContext,
): AsyncGenerator<ImportEvent> {
  const groups = new Map<string, Group>();
  for await (const row of rows) {
    const { line, cells } = row;
    yield { type: 'row', line, cells };
    const result = 'reason' in row ? row : valueOrReason(() => googleItem(line, row.fields, context));
    if ('reason' in result) {
      yield { type: 'rejected', line, reason: result.reason };
      continue;
    }
    const item = result.value;
    const group = item.group === undefined ? undefined : groups.get(item.group);
    if (item.group === undefined) yield productEvent(line, () => googleProduct(item));
    else if (group === undefined) groups.set(item.group, { first: structuredClone(item), others: [] });
    // Copies: the texts of a parser are parts of the file's, which they would keep in memory until the end.
    else group.others.push(structuredClone({ title: item.title, variant: item.variant }));
  }
  for (const group of groups.values())
    yield productEvent(group.first.line, () => googleProduct(group.first, group.others));
}

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
type FurtherItem = Pick<GoogleItem, 'title' | 'variant'>;

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
    image_url: fields.get('image_link'),
    variants: [variant, ...others.map((item) => item.variant)],
  });
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
