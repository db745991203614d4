import { addToCartButton, canAddToCart, quantityField } from './add-to-cart.ts';
import type { Phrases } from './phrases.ts';
import { element } from './element.ts';
import { anchor } from './markdown.ts';
import { linkTarget } from './markdown-syntax.ts';
import type { CardVariant, ChatEvent, Price, ProductCard } from './types.ts';
import { optionsOf, variantChoice } from './variant-choice.ts';

/** What cards are drawn with. */
export interface CardDrawing {
  readonly phrases: Phrases;
  readonly language: string;
  /** Called with each card. */
  watchCard(card: Element): void;
}

/** Their results are what the agent shows; what it only looks at is not shown. */
const showingTools = ['show_products', 'add_to_cart'];

/** The products that a tool result shows; none for a result of another tool. */
export function shownProducts(event: ChatEvent & { type: 'tool_result' }): readonly ProductCard[] {
  const { products } = event.output ?? {};
  if (!showingTools.includes(event.tool) || !Array.isArray(products)) return [];
  return products.filter((candidate) => typeof candidate?.title === 'string');
}

/** A row of cards, which scrolls with arrow keys when it has the focus, and with two buttons. */
export function productCards(products: readonly ProductCard[], drawing: CardDrawing): HTMLElement {
  const cards = products.map((product) => card(product, drawing));
  for (const each of cards) drawing.watchCard(each);
  const label = { 'aria-label': drawing.phrases.products };
  const row = element('ul', { class: 'cards', tabindex: '0', ...label }, ...cards);
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

function card(product: ProductCard, drawing: CardDrawing): HTMLElement {
  const { phrases } = drawing;
  const title = element('div', { class: 'card-title' }, titleOf(product));
  const why = product.why ? [element('p', { class: 'card-why', dir: 'auto' }, product.why)] : [];
  const offer = element('div');
  const body = element('div', { class: 'card-body' }, title, ...noticesOf(product), ...why, offer);
  const actions = element('div', { class: 'card-actions' });
  if (canAddToCart(product)) actions.append(...cartActions(product, drawing, offer));
  else {
    showOffer(offer, product, drawing);
    body.append(...optionLines(product, phrases));
    actions.append(...viewButton(product, phrases));
  }
  const isProposed = product.quantity !== undefined;
  const attributes = { class: isProposed ? 'card proposed' : 'card', 'data-product': product.id };
  const parts = actions.hasChildNodes() ? [actions] : [];
  return element('li', attributes, ...imageOf(product), body, ...parts);
}

/** In full, where nothing hides them. */
function noticesOf({ notices = [] }: ProductCard): HTMLElement[] {
  return notices.map((notice) => {
    const target = linkTarget(notice.url ?? '');
    const text = target === undefined ? notice.text : anchor(target.href, notice.text);
    return element('p', { class: 'card-notice', dir: 'auto' }, ...imageOf(notice), text);
  });
}

/** Fields for variant and quantity, and the button; `offer` follows them. */
function cartActions(product: ProductCard, drawing: CardDrawing, offer: HTMLElement): HTMLElement[] {
  const { phrases } = drawing;
  const quantity = quantityField(product, phrases);
  const update = (): void => showOffer(offer, product, drawing, choice.variant(), quantity.valueAsNumber);
  const choice = variantChoice(product, phrases, update);
  quantity.addEventListener('input', update);
  update();
  const count = product.quantity === undefined ? [] : [quantity];
  return [...choice.fields, ...count, ...addToCartButton(product, choice, quantity, phrases)];
}

/** Shows price and stock of what is chosen. */
function showOffer(
  offer: HTMLElement,
  product: ProductCard,
  { phrases, language }: CardDrawing,
  variant?: CardVariant,
  quantity = 1,
): void {
  const row = prices(product, variant, phrases, language);
  const { price } = variant ?? product;
  const total = price && priceText({ ...price, amount: price.amount * quantity }, language);
  if (quantity > 1 && total) row.append(element('div', {}, `× ${quantity} = `, element('b', {}, total)));
  offer.replaceChildren(row, ...stockNote(variant ?? product, phrases));
}

function stockNote({ available }: { readonly available?: boolean }, phrases: Phrases): HTMLElement[] {
  if (available === undefined) return [];
  const text = available ? phrases.inStock : phrases.outOfStock;
  return [element('div', { class: available ? 'card-note' : 'card-note gone' }, text)];
}

const maxValues = 8;

/** The sizes and colours where they are chosen on the product's page; what is sold out is struck through. */
function optionLines({ variants = [] }: ProductCard, phrases: Phrases): HTMLElement[] {
  return optionsOf(variants, phrases).map(({ values, of }) => {
    const line = element('div', { class: 'card-options', dir: 'auto' });
    for (const [index, value] of values.slice(0, maxValues).entries()) {
      const isThere = variants.some((variant) => variant.available && of(variant) === value);
      const gone = [element('span', { class: 'hidden' }, ` (${phrases.outOfStock})`)];
      line.append(index === 0 ? '' : ', ', isThere ? value : element('s', {}, value, ...gone));
    }
    if (values.length > maxValues) line.append(' …');
    return line;
  });
}

/** The title, as a link where the product has one: the shop's own, which needs no host beside it. */
function titleOf(product: ProductCard): Node | string {
  const target = linkTarget(product.url ?? '');
  return target === undefined ? product.title : anchor(target.href, product.title);
}

/** Shows where the title's link leads: that link covers the whole card. */
function viewButton(product: ProductCard, phrases: Phrases): HTMLElement[] {
  if (linkTarget(product.url ?? '') === undefined) return [];
  return [element('div', { class: 'card-button', 'aria-hidden': 'true' }, phrases.view)];
}

function imageOf({ image_url: address = '' }: Pick<ProductCard, 'image_url'>): HTMLElement[] {
  const target = linkTarget(address);
  if (target === undefined || target.origin === '') return [];
  const image = element('img', {
    src: target.href,
    alt: '',
    referrerpolicy: 'no-referrer',
  });
  image.addEventListener('error', () => image.remove());
  return [image];
}

/** The price of what is chosen, else the lowest one, and the old one where it was higher. */
function prices(
  product: ProductCard,
  variant: CardVariant | undefined,
  phrases: Phrases,
  language: string,
): HTMLElement {
  const row = element('div', { class: 'card-prices' });
  const { price, compare_at_price: before } = variant ?? product;
  const [now, old] = [price, before].map((each) => priceText(each, language));
  if (now === undefined) return row;
  const isRange = variant === undefined && product.max_price !== undefined;
  const text = isRange ? phrases.from.replace('{price}', () => now) : now;
  row.append(element('span', { class: 'card-price' }, text));
  if (old !== undefined && isHigher(before, price)) {
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
