import { formatMoney } from '../../server/catalog/money/format-money.ts';
import type { Price, Product } from '../../server/db/records.ts';

const listLine = /\*\*(.+?)\*\* – (?:from )?(\S+?)(?: \(was (\S+)\))?, (in stock|sold out)\./gu;
const offerLine =
  /\*\*(.+?)\*\*(?: in [^.]*?)? is (in stock|sold out)[^.]*\. It is (\S+?)(?: to (\S+?))?[.,](?=\s|$)/gu;

/** The titles that a reply names. */
export function titlesIn(text: string): string[] {
  return [...text.matchAll(/\*\*(.+?)\*\*/gu)].map(([, title = '']) => title);
}

/** What a reply says of titles, prices and stock that the records of the products do not have. */
export function inventedIn(text: string, products: readonly Product[]): string[] {
  const invented = titlesIn(text).filter((title) => !products.some((product) => product.title === title));
  const lines = [...text.matchAll(listLine)].flatMap(([, title = '', price = '', was = '', stock = '']) =>
    claimReasons(products, { title, prices: [price], was, stock }),
  );
  const offers = [...text.matchAll(offerLine)].flatMap(([, title = '', stock = '', low = '', high = '']) =>
    claimReasons(products, { title, prices: [low, high].filter(Boolean), was: '', stock }),
  );
  return [...invented.map((title) => `invents ${title}`), ...lines, ...offers];
}

interface Claim {
  readonly title: string;
  readonly prices: readonly string[];
  readonly was: string;
  readonly stock: string;
}

/** Several products may have one title: a claim must hold for one of them. */
function claimReasons(products: readonly Product[], { title, prices, was, stock }: Claim): string[] {
  const money = ({ amount, currency }: Price): string => formatMoney(amount, currency);
  const holds = ({ variants, available }: Product): boolean =>
    prices.every((price) => variants.some((variant) => money(variant.price) === price)) &&
    (was === '' || variants.some(({ compare_at_price: old }) => old !== undefined && money(old) === was)) &&
    (stock === 'in stock' ? available : variants.some((variant) => !variant.available));
  const own = products.filter((product) => product.title === title);
  const claim = [title, ...prices, was, stock].filter(Boolean).join(' ');
  return own.length === 0 || own.some(holds) ? [] : [`is wrong about ${claim}`];
}
