import { addedToCart } from './add-to-cart.ts';
import type { ChatParts } from './chat.ts';
import { onProductClick } from './product-cards.ts';

type ProductEvent = 'product_shown' | 'product_clicked' | 'product_added';

/**
 * Reports products whose link is followed and those that are put into the cart, the latter also to the page. Returns what
 * reports that one is shown.
 */
export function reportProducts(
  { report, transcript, notify }: Pick<ChatParts, 'report' | 'transcript' | 'notify'>,
  conversationId: () => string | undefined,
): (productId: string) => void {
  const reportProduct = (type: ProductEvent, productId: string): void => {
    const id = conversationId();
    if (productId) report({ type, product_id: productId, ...(id !== undefined && { conversation_id: id }) });
  };
  onProductClick(transcript.node, (productId) => reportProduct('product_clicked', productId));
  transcript.node.addEventListener(addedToCart, ({ detail }: CustomEventInit<string>) => {
    reportProduct('product_added', detail ?? '');
    notify('add-to-cart', detail ?? '');
  });
  return (productId) => reportProduct('product_shown', productId);
}
