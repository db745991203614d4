import { makeProduct } from '../../catalog/testing/make-product.ts';
import { insertOrder } from '../../db/orders.ts';
import type { StoreRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { addProducts, changeStore } from '../../testing/test-shop.ts';

/** After the reply of 09:00 on 2 March 2026 the shopper sees, follows, takes and orders a product of the catalogue. */
export async function addProductEvents(
  deps: Deps,
  { agentId, store }: { readonly agentId: string; readonly store: Pick<StoreRecord, 'id'> },
  conversation_id: string,
  product_id: string,
): Promise<void> {
  const product = makeProduct(product_id, { title: 'Marsh Waders' });
  await addProducts(deps, store.id, [{ ...product, image_url: 'https://cdn.shop.example/waders.jpg' }]);
  const own = { store_id: store.id, agent_id: agentId, visitor_id: 'vis_1', conversation_id };
  await changeStore(deps, store.id, async (context) => {
    for (const [second, type] of (['product_shown', 'product_clicked', 'product_added'] as const).entries()) {
      const at = `2026-03-02T09:00:0${second + 1}.000Z`;
      await context.tables('widget_events').insert({ ...own, chatbot_id: 'cbt_1', type, product_id, at });
    }
    const total = { amount: 25_800, currency: 'EUR', at: '2026-03-02T09:00:09.000Z' };
    await insertOrder(context, {
      ...own,
      ...total,
      order_id: '48813',
      order_key: '48813',
      items: [{ product_id, quantity: 2 }],
    });
  });
}
