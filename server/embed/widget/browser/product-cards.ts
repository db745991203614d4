import { element } from './element.ts';
import { link } from './markdown.ts';
import type { Phrases } from './phrases.ts';
import { safeAddress } from './safe-address.ts';
import type { ChatEvent, ProductCard } from './types.ts';

const most = 5;

/** The products of a tool's result that deserve a card. */
export function productsOf(event: ChatEvent & { type: 'tool_result' }): readonly ProductCard[] {
  const { products, product } = event.output ?? {};
  const found = Array.isArray(products) ? products : product === undefined ? [] : [product];
  return found.filter((candidate) => typeof candidate?.title === 'string').slice(0, most);
}

/** A row of cards: picture where one is allowed, title as link, price, and whether it can be bought. */
export function productCards(
  products: readonly ProductCard[],
  phrases: Phrases,
  language: string,
): HTMLElement {
  return element('ul', { class: 'cards' }, ...products.map((product) => card(product, phrases, language)));
}

function card(product: ProductCard, phrases: Phrases, language: string): HTMLElement {
  const body = element(
    'div',
    { class: 'card-body' },
    element('div', { class: 'card-title' }, titleOf(product)),
  );
  const price = priceText(product, language);
  if (price !== undefined) body.append(element('div', { class: 'card-price' }, price));
  if (product.available === false) body.append(element('div', { class: 'card-note' }, phrases.outOfStock));
  const picture = pictureOf(product);
  return element('li', { class: 'card' }, ...(picture === undefined ? [] : [picture]), body);
}

function titleOf(product: ProductCard): Node {
  return link(product.url ?? '', document.createTextNode(product.title));
}

function pictureOf(product: ProductCard): HTMLElement | undefined {
  const address = safeAddress(product.image_url ?? '');
  if (address === undefined || address.startsWith('mailto:')) return undefined;
  const picture = element('img', {
    src: address,
    alt: '',
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    width: '64',
    height: '64',
  });
  picture.addEventListener('error', () => picture.remove());
  return picture;
}

/** A price in minor units, written as the language writes money; undefined when it is not a price. */
export function priceText(product: ProductCard, language: string): string | undefined {
  const { amount, currency } = product.price ?? {};
  if (typeof amount !== 'number' || typeof currency !== 'string') return undefined;
  try {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return undefined;
  }
}
