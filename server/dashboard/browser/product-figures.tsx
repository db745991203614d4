import { keepPreviousData } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { BarTable } from './bar-table.tsx';
import type { Store } from './client.ts';
import { Button, ReadState } from './controls.tsx';
import { formatCount } from './figure-formats.ts';
import { Panel } from './figures.tsx';
import type { RangeQuery } from './range-query.ts';
import { useRead } from './use-read.ts';

const counts = [
  ['Shown', 'shown'],
  ['Clicked', 'clicked'],
  ['Added to cart', 'added'],
  ['Ordered', 'ordered'],
] as const;

const shownAtFirst = 15;

/** What shoppers did with each product. */
export function ProductTable({ store, query }: { readonly store: Store; readonly query: RangeQuery }) {
  const [isWhole, setWhole] = useState(false);
  const input = { path: { store_id: store.id }, query };
  const products = useRead(['product-figures', store.id, query], 'listProductFigures', input, {
    placeholderData: keepPreviousData,
  });
  const rows = products.data?.products ?? [];
  return (
    <>
      <ReadState reads={[products]} />
      {products.data && rows.length === 0 && (
        <p class="empty">No product was shown in the chat in these days.</p>
      )}
      {rows.length > 0 && (
        <div class="panels">
          <Panel title="What shoppers did with products" wide>
            <BarTable
              label="Products"
              rowName="Product"
              columns={counts.map(([name]) => name)}
              rows={(isWhole ? rows : rows.slice(0, shownAtFirst)).map((row) => ({
                name: row.title ?? `${row.product_id} (not in the catalogue)`,
                cells: counts.map(([, count]) => formatCount(row[count])),
              }))}
            />
            {rows.length > shownAtFirst && !isWhole && (
              <Button onClick={() => setWhole(true)}>Show {rows.length - shownAtFirst} more products</Button>
            )}
          </Panel>
        </div>
      )}
    </>
  );
}
