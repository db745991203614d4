import { z } from 'zod';
import type { Visitor } from '../auth/visitor-token.ts';
import { rateConversations, readConversation } from '../db/conversations.ts';
import type { Context } from '../db/database.ts';
import { addSteps, type Step, type VisitorStep } from '../db/visits.ts';
import type { WidgetEventRecord } from '../db/widget-events.ts';
import { conversationNotFound } from './conversations.ts';
import { parseInput, text } from './parse-input.ts';

const maxEvents = 20;
const id = text(200);

const productEvent = { conversation_id: id.exactOptional(), product_id: id };
const widgetEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('opened') }),
  z.strictObject({ type: z.literal('product_shown'), ...productEvent }),
  z.strictObject({ type: z.literal('product_clicked'), ...productEvent }),
  z.strictObject({ type: z.literal('product_added'), ...productEvent }),
  z.strictObject({ type: z.literal('thumb'), conversation_id: id, value: z.enum(['up', 'down']) }),
]);
const widgetEvents = z.strictObject({ events: z.array(widgetEvent).min(1).max(maxEvents) });

/** What the widget reports (decision 0043). */
export type WidgetEvent = z.output<typeof widgetEvent>;
type Thumb = Extract<WidgetEvent, { type: 'thumb' }>;

/** The events of a request's body. Throws ServiceError `invalid_request`. */
export function parseWidgetEvents(body: unknown): WidgetEvent[] {
  return parseInput(widgetEvents, body).events;
}

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
    .filter((event) => event.type !== 'thumb')
    .map((event) => toRecord(context, event, visitor));
  if (rows.length > 0) await context.tables('widget_events').insert(rows);
  // The last thumb of each.
  const thumbs = new Map(
    events.flatMap((event) => (event.type === 'thumb' ? [[event.conversation_id, event.value]] : [])),
  );
  if (!(await rateConversations(context, thumbs))) throw conversationNotFound();
  await addSteps(context, stepsOf(rows));
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
  event: Exclude<WidgetEvent, Thumb>,
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
