import type { Phrases } from './phrases.ts';
import { element } from './element.ts';
import type { CardVariant, ProductCard } from './types.ts';

/** What goes into the page's cart: a product, and which and how many of it. */
export interface CartItem extends Omit<ProductCard, 'variants' | 'why' | 'max_price'> {
  readonly product_id: string;
  /** Absent only of a product without variants. */
  readonly variant_id?: string;
  readonly variant_title?: string;
  readonly quantity: number;
}

declare global {
  interface Window {
    /** What the page offers to the widget. */
    agentChatbot?: { onAddToCart?(item: CartItem): unknown };
  }
}

/** The name of the event that bubbles from a card whose product was put into the cart. */
export const addedToCart = 'agent-chatbot-added';

export interface Choice {
  /** Undefined while something is not chosen. */
  variant(): CardVariant | undefined;
  /** The first field that is not chosen, and its name. */
  missing(): { readonly field: HTMLElement; readonly name: string } | undefined;
}

/** Whether the page takes products into its cart, and this one can be bought. */
export function canAddToCart({ available, variants }: ProductCard): boolean {
  return (
    available !== false && variants !== undefined && typeof window.agentChatbot?.onAddToCart === 'function'
  );
}

/** A field for how many, which the agent has proposed. */
export function quantityField({ quantity = 1, title }: ProductCard, phrases: Phrases): HTMLInputElement {
  const label = { 'aria-label': `${phrases.quantity}: ${title}` };
  return element('input', { type: 'number', min: '1', max: '99', value: String(quantity), ...label });
}

/**
 * A button that gives the chosen variant to the page's `agentChatbot.onAddToCart`, and a line that says what is not chosen
 * yet or what the page rejects.
 */
export function addToCartButton(
  product: ProductCard,
  choice: Choice,
  quantity: HTMLInputElement,
  phrases: Phrases,
): HTMLElement[] {
  const button = element('button', { class: 'card-button', type: 'button' });
  const status = element('div', { class: 'card-status', role: 'status' });
  const label = (text: string): void => {
    button.textContent = text;
    button.ariaLabel = `${text}: ${product.title}`;
  };
  const add = async (): Promise<void> => {
    label(phrases.addToCart);
    const missing = choice.missing();
    const variant = choice.variant();
    status.textContent = obstacle(missing?.name, variant, phrases);
    if (missing !== undefined) return missing.field.focus();
    if (status.textContent !== '' || !quantity.reportValidity()) return;
    button.disabled = true;
    try {
      await window.agentChatbot?.onAddToCart?.(itemOf(product, variant, quantity.valueAsNumber));
      label(`✓ ${phrases.addToCart}`);
      button.dispatchEvent(new Event(addedToCart, { bubbles: true }));
    } catch (error) {
      status.textContent = rejection(error, phrases);
      reportError(error);
    }
    button.disabled = false;
  };
  label(phrases.addToCart);
  button.addEventListener('click', () => void add());
  return [button, status];
}

/** Why nothing can be added yet; empty where it can. */
function obstacle(missing: string | undefined, variant: CardVariant | undefined, phrases: Phrases): string {
  if (missing !== undefined) return phrases.choose.replace('{name}', () => missing);
  return variant?.available === false ? phrases.outOfStock : '';
}

function itemOf(product: ProductCard, variant: CardVariant | undefined, quantity: number): CartItem {
  const { variants: _, why: _why, max_price: _max, compare_at_price: before, ...rest } = product;
  const item = { ...rest, product_id: product.id, quantity };
  if (variant === undefined) return { ...item, ...(before && { compare_at_price: before }) };
  const { price, compare_at_price: old, id, title } = variant;
  return { ...item, price, ...(old && { compare_at_price: old }), variant_id: id, variant_title: title };
}

/** That nothing was added, and why where the page rejects with a plain `Error`: others are for developers. */
function rejection(error: unknown, phrases: Phrases): string {
  const reason = error instanceof Error && error.name === 'Error' ? ` ${error.message}` : '';
  return phrases.notAdded + reason;
}
