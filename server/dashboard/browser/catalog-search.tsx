import { useState } from 'preact/hooks';
import { countOf } from './catalog-imports.tsx';
import { call, type Schemas } from './client.ts';
import { formatPrice } from './figure-formats.ts';
import { Time } from './time.tsx';
import { TypedSearch } from './typed-search.tsx';

const limit = 12;

/** Finds products as the tool `search_catalog` does, while one types. */
export function ProductSearch({ storeId }: { readonly storeId: string }) {
  const path = { store_id: storeId };
  const find = (words: string, signal: AbortSignal) => {
    const query = { limit, ...(words !== '' && { query: words }) };
    return call('searchProducts', { path, query }, { signal });
  };
  return (
    <TypedSearch
      label="Search products"
      hint="In a shopper’s words: an agent finds the same products for them."
      queryKey={['products', storeId]}
      findsAll
      find={find}
      result={(found, query) => <Products {...found} query={query} />}
    />
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

function ProductCard({ product }: { readonly product: Schemas['ProductSummary'] }) {
  const { title, url, price, max_price: maxPrice, available, image_url, read_at } = product;
  return (
    <li class="box">
      <ProductPicture title={title} url={image_url} />
      <div>
        <strong>{url === null ? title : <ProductLink title={title} url={url} />}</strong>
        <span>
          {formatPrice(price)}
          {maxPrice !== null && ` – ${formatPrice(maxPrice)}`}
        </span>
        {read_at !== null && (
          <small>
            Read <Time at={read_at} />
          </small>
        )}
      </div>
      {available ? <span class="chip green">In stock</span> : <span class="chip amber">Out of stock</span>}
    </li>
  );
}

interface PictureProps {
  readonly title: string;
  readonly url: string | null;
}

/** The picture of a product, from the shop's host; its first letter where there is none. */
export function ProductPicture({ title, url }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span class="catalog-picture" aria-hidden="true">
      {url?.startsWith('https:') && !isBroken ? (
        <img src={url} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        [...title][0]?.toUpperCase()
      )}
    </span>
  );
}

function ProductLink({ title, url }: { readonly title: string; readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}
