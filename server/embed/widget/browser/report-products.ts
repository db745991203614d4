import { addedToCart } from './add-to-cart.ts';
import type { WindowParts } from './chat-parts.ts';
import type { WidgetEvent } from './service.ts';

type ProductEvent = Extract<WidgetEvent, { readonly product_id: string }>['type'];

/** Reports what the shopper sees and does of the cards. */
export interface ProductReports {
  /** Reports a card once half of it is visible: what nobody scrolls to was not shown. */
  watch(card: Element): void;
  /** Reports products whose link is followed and those that go into the cart, the latter also to the page. */
  listen(log: HTMLElement): void;
}

export function watchProducts(
  { report, notify }: Pick<WindowParts, 'report' | 'notify'>,
  conversationId: () => string | undefined,
): ProductReports {
  const send = (type: ProductEvent, node: Element): void => {
    const id = conversationId();
    const product_id = node.closest<HTMLElement>('.card')?.dataset['product'];
    if (product_id) report({ type, product_id, ...(id !== undefined && { conversation_id: id }) });
  };
  const seen = new Set<string | undefined>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const { product } = (target as HTMLElement).dataset;
        if (!seen.has(product)) send('product_shown', target);
        seen.add(product);
      }
    },
    { threshold: 0.5 },
  );
  const follow = ({ target }: Event): void => {
    const link = (target as Element).closest('a');
    if (link !== null) send('product_clicked', link);
  };
  return {
    watch: (card) => observer.observe(card),
    listen: (log) => {
      log.addEventListener('click', follow);
      // The middle button, which opens a new tab.
      log.addEventListener('auxclick', follow);
      log.addEventListener(addedToCart, ({ target }) => {
        const card = (target as Element).closest<HTMLElement>('.card');
        if (card === null) return;
        send('product_added', card);
        notify('add-to-cart', card.dataset['product'] ?? '');
      });
    },
  };
}
