import type { ImportEvent, ReadContext } from '../import-event.ts';
import { valueOrReason } from '../import-errors.ts';
import { googleItem, type GoogleFields, type GoogleItem } from './google-item.ts';
import { googleProduct } from './google-product.ts';

/** One row of a feed, or the reason why it is invalid. */
export type FeedRow =
  | { readonly line: number; readonly fields: GoogleFields }
  | { readonly line: number; readonly reason: string };

type Items = [GoogleItem, ...GoogleItem[]];

/** Turns the rows of a feed into products. Groups come last: their items may be anywhere in the file. */
export async function* readGoogleItems(
  rows: AsyncIterable<FeedRow>,
  context: ReadContext,
): AsyncGenerator<ImportEvent> {
  const groups = new Map<string, Items>();
  for await (const row of rows) {
    const { line } = row;
    yield { type: 'row', line };
    const result = 'reason' in row ? row : valueOrReason(() => googleItem(line, row.fields, context));
    if ('reason' in result) {
      yield { type: 'rejected', line, reason: result.reason };
      continue;
    }
    const item = result.value;
    const group = item.group === undefined ? undefined : groups.get(item.group);
    if (item.group === undefined) yield productEvent([item]);
    else if (group === undefined) groups.set(item.group, [item]);
    else group.push(item);
  }
  for (const items of groups.values()) yield productEvent(items);
}

function productEvent(items: Readonly<Items>): ImportEvent {
  const { line } = items[0];
  const result = valueOrReason(() => googleProduct(items));
  return 'reason' in result
    ? { type: 'rejected', line, reason: result.reason }
    : { type: 'product', line, product: result.value };
}
