import type { Knex } from 'knex';
import type { WidgetEventRecord } from './records.ts';
import type { WidgetEventRepository } from './figure-repositories.ts';
import type { Write } from './write.ts';

/** What visitors did in the widget, over the table `widget_events`. */
export function createWidgetEventRepository(db: Knex, write: Write): WidgetEventRepository {
  return {
    insert: (storeId, events) =>
      write(async (trx) => {
        await trx('widget_events').insert(events.map((event) => toRow(storeId, event)));
      }),
    removeOfVisitor: (storeId, visitorId) =>
      write(async (trx) => {
        const types = ['opened', 'product_shown', 'product_clicked', 'product_added'];
        const events = trx('widget_events').where({ store_id: storeId, visitor_id: visitorId });
        // The index has the type before the visitor.
        await events.whereIn('type', types).delete();
      }),
    removeBefore: (before, limit) =>
      write((trx) => {
        const oldest = trx('widget_events')
          .where('at', '<', before)
          .orderBy(['at', 'sequence'])
          .limit(limit)
          // In order: another process may delete the same ones.
          .forUpdate()
          .select('sequence');
        return trx('widget_events').whereIn('sequence', oldest).delete();
      }),
    async countVisitors(storeId, type, { from, to, agentId }) {
      const query = db('widget_events')
        .where({ store_id: storeId, type, ...(agentId !== undefined && { agent_id: agentId }) })
        .where('at', '>=', from)
        .where('at', '<', to);
      const row = await query.countDistinct<{ count: number | string }>('visitor_id as count').first();
      return Number(row?.count ?? 0);
    },
  };
}

function toRow(storeId: string, event: WidgetEventRecord): object {
  return {
    store_id: storeId,
    chatbot_id: event.chatbotId,
    agent_id: event.agentId,
    visitor_id: event.visitorId,
    conversation_id: event.conversationId,
    type: event.type,
    product_id: event.productId,
    at: event.at,
  };
}
