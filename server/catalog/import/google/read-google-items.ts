import type { ImportEvent, ReadContext } from '../import-event.ts';
import { valueOrReason } from '../import-errors.ts';
import { googleItem, type GoogleFields, type GoogleItem } from './google-item.ts';
import { type FurtherItem, googleProduct } from './google-product.ts';

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
    if (item.group === undefined) yield productEvent({ first: item, others: [] });
    else if (group === undefined) groups.set(item.group, { first: structuredClone(item), others: [] });
    // Copies: the texts of a parser are parts of the file's, which they would keep in memory until the end.
    else group.others.push(structuredClone({ title: item.title, variant: item.variant }));
  }
  for (const group of groups.values()) yield productEvent(group);
}

function productEvent({ first, others }: Group): ImportEvent {
  const { line } = first;
  const result = valueOrReason(() => googleProduct(first, others));
  return 'reason' in result
    ? { type: 'rejected', line, reason: result.reason }
    : { type: 'product', line, product: result.value };
}
