import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { api, type Store, unwrap } from './client.ts';
import { ReadState } from './controls.tsx';
import { DataTable } from './data-table.tsx';
import { formatCount } from './figure-formats.ts';
import { Define, type DefinedNumber } from './figures.tsx';
import type { RangeQuery } from './range-query.ts';

const counts = [
  ['Shown', 'shown', 'product_shown_times'],
  ['Clicked', 'clicked', 'product_clicked_times'],
  ['Added to cart', 'added', 'product_added_times'],
  ['Ordered', 'ordered', 'product_ordered_pieces'],
] as const satisfies (readonly [string, string, DefinedNumber])[];

/** What shoppers did with each product. */
export function ProductTable({ store, query }: { readonly store: Store; readonly query: RangeQuery }) {
  const { from, to, agent_id } = query;
  const products = useQuery({
    queryKey: ['product-figures', store.id, query],
    queryFn: () => {
      const range = { from, to, ...(agent_id !== undefined && { agent_id }) };
      const params = { path: { store_id: store.id }, query: range };
      return unwrap(api.GET('/dashboard/api/stores/{store_id}/analytics/products', { params }));
    },
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
            rows={rows}
            keyOf={({ product_id: id }) => id}
          />
          <p class="hint">
            {counts.map(([name, , definition]) => (
              <span key={name}>
                {name} <Define name={name} definition={definition} />{' '}
              </span>
            ))}
            Days are those of UTC.
          </p>
        </>
      )}
    </>
  );
}
