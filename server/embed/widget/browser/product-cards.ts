import { addToCartButton } from './add-to-cart.ts';
import { element } from './element.ts';
import { anchor } from './markdown.ts';
import type { Phrases } from './phrases.ts';
import { linkTarget } from './markdown-syntax.ts';
import type { ChatEvent, Price, ProductCard } from './types.ts';

const maxCards = 5;

/** The products of a tool result, at most five; undefined for a result of no catalogue. */
export function productsOf(event: ChatEvent & { type: 'tool_result' }): readonly ProductCard[] | undefined {
  const { products, product } = event.output ?? {};
  const found = Array.isArray(products) ? products : product === undefined ? undefined : [product];
  return found?.filter((candidate) => typeof candidate?.title === 'string').slice(0, maxCards);
}

/** A row of cards, which scrolls with arrow keys when it has the focus, and with two buttons. */
export function productCards(
  products: readonly ProductCard[],
  phrases: Phrases,
  language: string,
): HTMLElement {
  const cards = products.map((product) => card(product, phrases, language));
  const row = element('ul', { class: 'cards', tabindex: '0', 'aria-label': phrases.products }, ...cards);
  // For pointers; keys scroll the row itself.
  const [back, on] = [arrow(row, -1), arrow(row, 1)];
  const showArrows = (): void => {
    const passed = Math.abs(row.scrollLeft);
    back.hidden = passed < 4;
    on.hidden = row.scrollWidth - row.clientWidth - passed < 4;
  };
  row.addEventListener('scroll', showArrows);
  new ResizeObserver(showArrows).observe(row);
  return element(
    'div',
    { class: 'strip' },
    row,
    element('div', { class: 'arrows', 'aria-hidden': 'true' }, back, on),
  );
}

/** A button that scrolls by most of the visible width, back for -1 and on for 1. */
function arrow(row: HTMLElement, direction: -1 | 1): HTMLElement {
  const name = direction < 0 ? 'back' : 'on';
  const button = element(
    'button',
    { class: name, type: 'button', tabindex: '-1' },
    direction < 0 ? '‹' : '›',
  );
  button.addEventListener('click', () => {
    const sign = getComputedStyle(row).direction === 'rtl' ? -direction : direction;
    row.scrollBy({ left: sign * row.clientWidth * 0.8 });
  });
  return button;
}

function card(product: ProductCard, phrases: Phrases, language: string): HTMLElement {
  const { available } = product;
  const body = element(
    'div',
    { class: 'card-body' },
    element('div', { class: 'card-title' }, titleOf(product)),
    prices(product, phrases, language),
  );
  if (available !== undefined) {
    const stock = available ? phrases.inStock : phrases.outOfStock;
    body.append(element('div', { class: available ? 'card-note' : 'card-note gone' }, stock));
  }
  const button = addToCartButton(product, phrases) ?? viewButton(product, phrases);
  const parts = [imageOf(product), body, button].filter((part) => part !== undefined);
  return element('li', { class: 'card', 'data-product': product.id }, ...parts);
}

/** The title, as a link where the product has one: the shop's own, which needs no host beside it. */
function titleOf(product: ProductCard): Node | string {
  const target = linkTarget(product.url ?? '');
  return target === undefined ? product.title : anchor(target.href, product.title);
}

/** Shows where the title's link leads: that link covers the whole card. */
function viewButton(product: ProductCard, phrases: Phrases): HTMLElement | undefined {
  if (linkTarget(product.url ?? '') === undefined) return undefined;
  return element('div', { class: 'card-button', 'aria-hidden': 'true' }, phrases.view);
}

function imageOf(product: ProductCard): HTMLElement | undefined {
  const target = linkTarget(product.image_url ?? '');
  if (target === undefined || target.origin === '') return undefined;
  const image = element('img', {
    src: target.href,
    alt: '',
    referrerpolicy: 'no-referrer',
  });
  image.addEventListener('error', () => image.remove());
  return image;
}

/** The price, and the old one where it was higher. */
function prices(product: ProductCard, phrases: Phrases, language: string): HTMLElement {
  const row = element('div', { class: 'card-prices' });
  const [now, old] = [product.price, product.compare_at_price].map((price) => priceText(price, language));
  if (now !== undefined) row.append(element('span', { class: 'card-price' }, now));
  if (now !== undefined && old !== undefined && isHigher(product.compare_at_price, product.price)) {
    const label = element('span', { class: 'hidden' }, `${phrases.oldPrice}: `);
    row.append(' ', element('s', {}, label, old));
  }
  return row;
}

function isHigher(old: Price | undefined, now: Price | undefined): boolean {
  return old !== undefined && old.currency === now?.currency && old.amount > now.amount;
}

/** Formats a price in minor units for the language; undefined for an invalid price. */
function priceText({ amount, currency }: Partial<Price> = {}, language: string): string | undefined {
  if (typeof amount !== 'number' || typeof currency !== 'string') return undefined;
  try {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return undefined;
  }
}
