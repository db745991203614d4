import { addedToCart } from './add-to-cart.ts';
import type { ChatParts } from './chat.ts';
import { onProductClick } from './product-cards.ts';

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
  onProductClick(node, (productId) => reportProduct(parts, conversationId(), 'product_clicked', productId));
  node.addEventListener(addedToCart, ({ detail = '' }: CustomEventInit<string>) => {
    reportProduct(parts, conversationId(), 'product_added', detail);
    parts.notify('add-to-cart', detail);
  });
}
