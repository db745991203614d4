import type { ImportEvent, ReadContext } from '../import-event.ts';
import { orReason } from '../import-errors.ts';
import { googleItem, type GoogleFields, type GoogleItem } from './google-item.ts';
import { googleProduct } from './google-product.ts';

/** One row of a feed, or what keeps it from being one. */
export type FeedRow =
  | { readonly line: number; readonly fields: GoogleFields }
  | { readonly line: number; readonly reason: string };

type Items = [GoogleItem, ...GoogleItem[]];

function productEvent(items: Readonly<Items>): ImportEvent {
  const { line } = items[0];
  const made = orReason(() => googleProduct(items));
  return 'reason' in made
    ? { type: 'refused', line, reason: made.reason }
    : { type: 'product', line, product: made.value };
}

/** Turns the rows of a feed into products. Groups come last: their items may stand anywhere in the file. */
export async function* readGoogleItems(
  rows: AsyncIterable<FeedRow>,
  context: ReadContext,
): AsyncGenerator<ImportEvent> {
  const groups = new Map<string, Items>();
  for await (const row of rows) {
    const { line } = row;
    yield { type: 'row', line };
    const made = 'reason' in row ? row : orReason(() => googleItem(line, row.fields, context));
    if ('reason' in made) {
      yield { type: 'refused', line, reason: made.reason };
      continue;
    }
    const item = made.value;
    const group = item.group === undefined ? undefined : groups.get(item.group);
    if (item.group === undefined) yield productEvent([item]);
    else if (group === undefined) groups.set(item.group, [item]);
    else group.push(item);
  }
  for (const items of groups.values()) yield productEvent(items);
}
