import { element } from './element.ts';
import { anchor } from './markdown.ts';
import type { Phrases } from './phrases.ts';
import { linkTarget } from './markdown-syntax.ts';
import type { ChatEvent, ProductCard } from './types.ts';

const maxCards = 5;

/** The products of a tool result, at most five. */
export function productsOf(event: ChatEvent & { type: 'tool_result' }): readonly ProductCard[] {
  const { products, product } = event.output ?? {};
  const found = Array.isArray(products) ? products : product === undefined ? [] : [product];
  return found.filter((candidate) => typeof candidate?.title === 'string').slice(0, maxCards);
}

/** A row of cards: image if allowed, title as link, price, and whether the product is out of stock. */
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
  const image = imageOf(product);
  return element(
    'li',
    { class: 'card', 'data-product': product.id },
    ...(image === undefined ? [] : [image]),
    body,
  );
}

/** The title, as a link where the product has one: the shop's own, which needs no host beside it. */
function titleOf(product: ProductCard): Node | string {
  const target = linkTarget(product.url ?? '');
  return target === undefined ? product.title : anchor(target.href, product.title);
}

function imageOf(product: ProductCard): HTMLElement | undefined {
  const target = linkTarget(product.image_url ?? '');
  if (target === undefined || target.origin === '') return undefined;
  const image = element('img', {
    src: target.href,
    alt: '',
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    width: '64',
    height: '64',
  });
  image.addEventListener('error', () => image.remove());
  return image;
}

/** Formats a price in minor units for the language; undefined for an invalid price. */
function priceText(product: ProductCard, language: string): string | undefined {
  const { amount, currency } = product.price ?? {};
  if (typeof amount !== 'number' || typeof currency !== 'string') return undefined;
  try {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return undefined;
  }
}

/** Calls `listener` with the id of each product whose link below `node` is followed. */
export function onProductClick(node: HTMLElement, listener: (productId: string) => void): void {
  const follow = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const id = link?.closest<HTMLElement>('.card')?.dataset['product'];
    if (id !== undefined) listener(id);
  };
  node.addEventListener('click', follow);
  // The middle button, which opens a new tab.
  node.addEventListener('auxclick', follow);
}
