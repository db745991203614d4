import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { countOf } from './catalog-imports.tsx';
import { api, type Schemas, unwrap } from './client.ts';
import { ReadState } from './controls.tsx';
import { Field } from './fields.tsx';
import { useTypedQuery } from './use-typed-query.ts';

type Product = Schemas['ProductSummary'];
type Price = Schemas['Price'];

const limit = 12;

/** Finds products as the tool `search_catalog` does, while one types. */
export function ProductSearch({ storeId }: { readonly storeId: string }) {
  const { words, setWords, query } = useTypedQuery();
  const found = useQuery({
    queryKey: ['products', storeId, query],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/api/stores/{store_id}/catalog/products', {
          params: { path: { store_id: storeId }, query: { limit, ...(query !== '' && { query }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <section class="catalog-section" aria-labelledby="search-heading">
      <h2 id="search-heading">Try the search</h2>
      <Field
        label="Search products"
        hint="In a shopper’s words: an agent finds the same products for them."
        value={words}
        onChange={setWords}
        maxLength={500}
      />
      <ReadState reads={[found]} />
      {found.data && <Products {...found.data} query={query} />}
    </section>
  );
}

function Products({ products, total, query }: Schemas['ProductList'] & { readonly query: string }) {
  return (
    <>
      <p class="soft" role="status">
        {total > products.length
          ? `The first ${countOf(products.length)} of ${countOf(total, 'product')}`
          : countOf(total, 'product')}
        {query !== '' && ` for “${query}”`}
      </p>
      {total === 0 && (
        <p class="empty">No product matches. An agent would say that it has found nothing, or ask again.</p>
      )}
      <ul class="catalog-products plain" aria-label="Products">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </>
  );
}

/** Pictures are on other hosts, which the policy of the pages does not allow: the first letter stands for one. */
function ProductCard({ product }: { readonly product: Product }) {
  const { title, url, price, max_price: maxPrice, available } = product;
  return (
    <li class="box">
      <span class="catalog-picture" aria-hidden="true">
        {[...title][0]?.toUpperCase()}
      </span>
      <div>
        <strong>{url === null ? title : <ProductLink title={title} url={url} />}</strong>
        <span>
          {formatPrice(price)}
          {maxPrice !== null && ` – ${formatPrice(maxPrice)}`}
        </span>
      </div>
      {available ? <span class="chip green">In stock</span> : <span class="chip amber">Out of stock</span>}
    </li>
  );
}

function ProductLink({ title, url }: { readonly title: string; readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}

function formatPrice({ amount, currency }: Price): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}
