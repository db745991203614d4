import { createHash } from 'node:crypto';
import type { components } from '../../generated/api.d.ts';
import type { Visitor } from '../auth/visitor-token.ts';
import { rateConversations, readConversation } from '../db/conversations.ts';
import type { Context } from '../db/database.ts';
import { quarterOf } from '../db/hourly-sums.ts';
import { insertOrder, type OrderRecord } from '../db/orders.ts';
import { addProducts, type ProductChange } from '../db/product-hours.ts';
import { addSteps, type Step, type VisitorStep } from '../db/visits.ts';
import type { WidgetEventRecord } from '../db/widget-events.ts';
import { later } from '../support/clock.ts';
import { conversationNotFound } from './conversations.ts';

/** What the widget reports (decision 0043). */
export type WidgetEvent = components['schemas']['WidgetEvent'];
type ProductEvent = Exclude<WidgetEvent, { type: 'thumb' | 'ordered' }>;
type Ordered = Extract<WidgetEvent, { type: 'ordered' }>;

/**
 * Stores what a visitor did, and their thumbs: all, or nothing. No entry in the audit log. Throws ServiceError `not_found`
 * for a conversation of others.
 */
export async function recordWidgetEvents(
  context: Context,
  visitor: Visitor,
  events: readonly WidgetEvent[],
): Promise<void> {
  await requireOwnConversations(context, visitor, events);
  const rows = events
    .filter((event) => event.type !== 'thumb' && event.type !== 'ordered')
    .map((event) => toRecord(context, event, visitor));
  if (rows.length > 0) await context.tables('widget_events').insert(rows);
  // The last thumb of each.
  const thumbs = new Map(
    events.flatMap((event) => (event.type === 'thumb' ? [[event.conversation_id, event.value]] : [])),
  );
  if (!(await rateConversations(context, thumbs))) throw conversationNotFound();
  const orders: OrderRecord[] = [];
  for (const event of events) {
    const order = event.type === 'ordered' ? await addOrder(context, visitor, event) : undefined;
    if (order !== undefined) orders.push(order);
  }
  await addSteps(context, [...stepsOf(rows), ...orders.map((order) => orderedStep(order, visitor))]);
  await addProducts(context, [...rows.flatMap(shownOf), ...orders.flatMap(orderedOf)]);
}

/** An order counts where its visitor has asked within so long. */
const maxAskedMs = 30 * 86_400_000;

/** Undefined where the order is stored already, or where the chat had no part in it. */
async function addOrder(
  context: Context,
  { visitorId, agentId }: Visitor,
  { order_id, items, total }: Ordered,
): Promise<OrderRecord | undefined> {
  const { tables, storeId, now } = context;
  const asked = await tables('conversations')
    .where({ visitor_id: visitorId, is_test: false })
    .where('created_at', '>', later(now, -maxAskedMs))
    .orderBy('created_at', 'desc')
    .first('id');
  if (asked === undefined) return undefined;
  const order: OrderRecord = {
    store_id: storeId,
    order_key: createHash('sha256').update(order_id).digest('base64url'),
    order_id,
    visitor_id: visitorId,
    conversation_id: asked.id,
    agent_id: agentId,
    items,
    ...total,
    at: now,
  };
  return (await insertOrder(context, order)) ? order : undefined;
}

function orderedStep({ store_id, agent_id, at }: OrderRecord, { visitorId }: Visitor): VisitorStep {
  return { store_id, visitor_id: visitorId, agent_id, step: 'ordered', at };
}

function orderedOf({ store_id, agent_id, at, items }: OrderRecord): ProductChange[] {
  const hour = quarterOf(at);
  return items.map(({ product_id, quantity: ordered }) => ({
    store_id,
    hour,
    agent_id,
    product_id,
    ordered,
  }));
}

const countOfType = { product_shown: 'shown', product_clicked: 'clicked', product_added: 'added' } as const;

/** What a product event adds to the sums of its product. */
export function shownOf({ store_id, agent_id, type, product_id, at }: WidgetEventRecord): ProductChange[] {
  if (type === 'opened' || product_id === null) return [];
  return [{ store_id, hour: quarterOf(at), agent_id, product_id, [countOfType[type]]: 1 }];
}

const stepOfType: Readonly<Record<WidgetEventRecord['type'], Step>> = {
  opened: 'opened',
  product_shown: 'product_shown',
  product_clicked: 'product_chosen',
  product_added: 'product_chosen',
};

/** The steps of the funnel among events. */
export function stepsOf(events: readonly WidgetEventRecord[]): VisitorStep[] {
  return events.map(({ store_id, visitor_id, agent_id, type, at }) => ({
    store_id,
    visitor_id,
    agent_id,
    step: stepOfType[type],
    at,
  }));
}

async function requireOwnConversations(
  context: Context,
  { visitorId }: Visitor,
  events: readonly WidgetEvent[],
): Promise<void> {
  const ids = events.map((event) => ('conversation_id' in event ? event.conversation_id : undefined));
  for (const conversationId of new Set(ids)) {
    if (conversationId === undefined) continue;
    const conversation = await readConversation(context, conversationId);
    if (conversation?.visitor_id !== visitorId) throw conversationNotFound();
  }
}

function toRecord(
  { storeId, now }: Context,
  event: ProductEvent,
  { chatbotId, agentId, visitorId }: Visitor,
): WidgetEventRecord {
  const product = event.type === 'opened' ? undefined : event;
  return {
    store_id: storeId,
    chatbot_id: chatbotId,
    agent_id: agentId,
    visitor_id: visitorId,
    conversation_id: product?.conversation_id ?? null,
    type: event.type,
    product_id: product?.product_id ?? null,
    at: now,
  };
}
