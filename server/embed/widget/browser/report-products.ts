import { addedToCart } from './add-to-cart.ts';
import type { ChatParts } from './chat-parts.ts';

/** Reports what happened to a product of a reply. */
export function reportProduct(
  { report }: Pick<ChatParts, 'report'>,
  conversationId: string | undefined,
  type: 'product_shown' | 'product_clicked' | 'product_added',
  productId: string,
): void {
  const conversation = conversationId === undefined ? {} : { conversation_id: conversationId };
  if (productId) report({ type, product_id: productId, ...conversation });
}

/** Reports products whose link is followed and those that are put into the cart, the latter also to the page. */
export function reportProductUse(
  parts: Pick<ChatParts, 'report' | 'transcript' | 'notify'>,
  conversationId: () => string | undefined,
): void {
  const { node } = parts.transcript;
  const follow = ({ target }: Event): void => {
    const link = (target as Element).closest('a');
    if (link !== null) reportProduct(parts, conversationId(), 'product_clicked', productOf(link));
  };
  node.addEventListener('click', follow);
  // The middle button, which opens a new tab.
  node.addEventListener('auxclick', follow);
  node.addEventListener(addedToCart, ({ target }) => {
    const productId = productOf(target as Element);
    reportProduct(parts, conversationId(), 'product_added', productId);
    parts.notify('add-to-cart', productId);
  });
}

/** The product of the card around an element; empty without one. */
function productOf(inner: Element): string {
  return inner.closest<HTMLElement>('.card')?.dataset['product'] ?? '';
}
