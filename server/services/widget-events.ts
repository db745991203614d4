import { z } from 'zod';
import type { Visitor } from '../auth/visitor-token.ts';
import type { WidgetEventRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { setThumb } from './conversations.ts';
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

interface WidgetEventDeps {
  readonly repositories: Pick<Repositories, 'conversations' | 'widgetEvents'>;
  readonly clock: Clock;
}

/** Stores what a visitor did, and their thumbs. Throws ServiceError `not_found` for a conversation of others. */
export async function recordWidgetEvents(
  deps: WidgetEventDeps,
  visitor: Visitor,
  events: readonly WidgetEvent[],
): Promise<void> {
  await requireOwnConversations(deps, visitor, events);
  const at = timestamp(deps.clock);
  const rows = events.filter((event) => event.type !== 'thumb').map((event) => toRecord(event, visitor, at));
  if (rows.length > 0) await deps.repositories.widgetEvents.insert(visitor.storeId, rows);
  for (const event of events) {
    if (event.type === 'thumb') await setThumb(deps, visitor.storeId, event.conversation_id, event.value);
  }
}

async function requireOwnConversations(
  { repositories }: WidgetEventDeps,
  { storeId, visitorId }: Visitor,
  events: readonly WidgetEvent[],
): Promise<void> {
  const ids = events.map((event) => ('conversation_id' in event ? event.conversation_id : undefined));
  for (const conversationId of new Set(ids)) {
    if (conversationId === undefined) continue;
    const conversation = await repositories.conversations.find(storeId, conversationId);
    if (conversation?.visitorId !== visitorId) throw new ServiceError('not_found', 'conversation not found');
  }
}

function toRecord(event: Exclude<WidgetEvent, Thumb>, visitor: Visitor, at: string): WidgetEventRecord {
  const { chatbotId, agentId, visitorId } = visitor;
  const { conversationId, productId } =
    event.type === 'opened'
      ? { conversationId: null, productId: null }
      : { conversationId: event.conversation_id ?? null, productId: event.product_id };
  return { chatbotId, agentId, visitorId, conversationId, type: event.type, productId, at };
}
