import type { RequestHourRecord } from '../db/request-hours.ts';
import type { WidgetEventRecord } from '../db/widget-events.ts';
import { type DemoConversation, demoId, type DemoTalkers } from './demo-conversations.ts';
import { productsOf } from './dialogues.ts';
import type { Random } from './random.ts';

/** What the visitors of made-up conversations did in the widget, and visitors who opened it and asked nothing. */
export function inventWidgetEvents(
  random: Random,
  shop: DemoTalkers,
  conversations: readonly DemoConversation[],
): WidgetEventRecord[] {
  return conversations.flatMap((conversation, index) => {
    const { visitor_id: visitorId, created_at: createdAt } = conversation;
    if (visitorId === null) return [];
    const opened = (visitor: string, secondsBefore: number): WidgetEventRecord => ({
      ...eventOf(shop, visitor),
      at: new Date(Date.parse(createdAt) - Math.round(secondsBefore * 1000)).toISOString(),
    });
    const onlooker = demoId('vis', shop.name, firstOnlooker + index);
    const shown = shownProducts(conversation, eventOf(shop, visitorId));
    const clicked = shown.filter(() => random.chance(0.12)).map((event) => later(event, 'product_clicked'));
    return [
      ...(random.chance(0.7) ? [opened(onlooker, random.between(60, 3_000))] : []),
      opened(visitorId, random.between(4, 40)),
      ...shown,
      ...clicked,
      ...clicked.filter(() => random.chance(0.4)).map((event) => later(event, 'product_added')),
    ];
  });
}

/** Above the numbers of visitors who ask something. */
const firstOnlooker = 100_000;

function eventOf(
  { storeId, chatbotId, agentId }: DemoTalkers,
  visitor_id: string,
): Omit<WidgetEventRecord, 'at'> {
  const own = { store_id: storeId, chatbot_id: chatbotId, agent_id: agentId, visitor_id };
  return { ...own, conversation_id: null, type: 'opened', product_id: null };
}

function shownProducts(
  { id, turns, messages }: DemoConversation,
  event: Omit<WidgetEventRecord, 'at'>,
): WidgetEventRecord[] {
  return turns.flatMap(({ reply }, turn): WidgetEventRecord[] => {
    const replied = messages[2 * turn + 1];
    if (replied === undefined || replied.outcome === 'failed') return [];
    const shown = { ...event, conversation_id: id, type: 'product_shown', at: replied.created_at } as const;
    return productsOf(reply).map((product_id) => ({ ...shown, product_id }));
  });
}

function later(event: WidgetEventRecord, type: WidgetEventRecord['type']): WidgetEventRecord {
  return { ...event, type, at: new Date(Date.parse(event.at) + 4_000).toISOString() };
}

const minuteMs = 60_000;

/**
 * Requests in the hours of made-up conversations: their messages and what else a shop's server asks for, with one hour
 * that is much busier. `limit` is the store's requests per minute.
 */
export function inventRequestHours(
  random: Random,
  { storeId }: DemoTalkers,
  conversations: readonly DemoConversation[],
  limit: number,
): RequestHourRecord[] {
  const questions = new Map<string, { requests: number; at: string }>();
  for (const { created_at: createdAt, turns } of conversations) {
    const hour = createdAt.slice(0, '2026-11-22T16'.length);
    const known = questions.get(hour) ?? { requests: 0, at: createdAt };
    questions.set(hour, { ...known, requests: known.requests + turns.length });
  }
  const busiest = Math.floor(questions.size * 0.8);
  return [...questions].map(([hour, { requests, at }], index) => {
    const others = Math.round(random.between(0, 20));
    const peak_at = new Date(Math.floor(Date.parse(at) / minuteMs) * minuteMs).toISOString();
    if (index === busiest) return rush(storeId, hour, peak_at, limit);
    const peak_requests = Math.min(requests + others, 2 + Math.round(random.between(0, 8)));
    return { store_id: storeId, hour, requests: requests + others, rejected: 0, peak_requests, peak_at };
  });
}

/** An import of the shop's that asks for more than usual, and in a small plan for too much. */
function rush(store_id: string, hour: string, peak_at: string, limit: number): RequestHourRecord {
  const wanted = 260;
  const peak_requests = Math.min(limit, wanted);
  return {
    store_id,
    hour,
    requests: 4 * peak_requests,
    rejected: wanted - peak_requests,
    peak_requests,
    peak_at,
  };
}
