import { element } from './element.ts';
import type { Phrases } from './phrases.ts';
import type { ProductCard } from './types.ts';

declare global {
  interface Window {
    /** What the page offers to the widget. */
    agentChatbot?: { onAddToCart?(product: ProductCard): unknown };
  }
}

/** The name of the event that bubbles from a card whose product was put into the cart. */
export const addedToCart = 'agent-chatbot-added';

/**
 * A button that gives an available product to the page's `agentChatbot.onAddToCart`; undefined where there is none. A
 * rejected promise is reported to the page, and the button can be pressed again.
 */
export function addToCartButton(product: ProductCard, phrases: Phrases): HTMLElement | undefined {
  if (product.available === false || typeof window.agentChatbot?.onAddToCart !== 'function') return undefined;
  const button = element('button', { class: 'card-button', type: 'button' }, phrases.addToCart);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await window.agentChatbot?.onAddToCart?.(product);
      button.textContent = `✓ ${phrases.addToCart}`;
      button.dispatchEvent(new Event(addedToCart, { bubbles: true }));
    } catch (error) {
      reportError(error);
    }
    button.disabled = false;
  });
  return button;
}
