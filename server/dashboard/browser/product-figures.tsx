import { keepPreviousData } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Store } from './client.ts';
import { Button, ReadState } from './controls.tsx';
import { DataTable } from './data-table.tsx';
import { formatCount } from './figure-formats.ts';
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
        <>
          <DataTable
            label="Products"
            columns={[
              {
                name: 'Product',
                cell: ({ title, product_id: id }) => title ?? `${id} (not in the catalogue)`,
              },
              ...counts.map(([name, count]) => ({
                name,
                isNumber: true,
                cell: (row: (typeof rows)[number]) => formatCount(row[count]),
              })),
            ]}
            rows={isWhole ? rows : rows.slice(0, shownAtFirst)}
            keyOf={({ product_id: id }) => id}
          />
          {rows.length > shownAtFirst && !isWhole && (
            <div class="bar row">
              <Button onClick={() => setWhole(true)}>Show {rows.length - shownAtFirst} more products</Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
