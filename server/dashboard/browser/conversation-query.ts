import type { operations } from '../../../generated/dashboard.d.ts';
import { isDay, isTimeZone } from './days.ts';

/** The query of listConversations, but the page. */
export type ConversationFilters = Omit<
  NonNullable<operations['listConversations']['parameters']['query']>,
  'cursor' | 'limit'
>;

export const channels = [
  ['widget', 'Widget'],
  ['api', 'API'],
  ['mcp', 'MCP'],
] as const;

export const results = [
  ['helped', 'Helped'],
  ['small_talk', 'Small talk'],
  ['nothing_found', 'Nothing found'],
  ['not_known', 'Not known'],
  ['declined', 'Declined'],
  ['failed', 'Failed'],
  ['limited', 'Stopped by a limit'],
  ['left', 'Shopper left'],
] as const;

/** Of at least one reply: one of them, or any that was no help. */
export const resultFilters = [['without_help', 'Without help'], ...results] as const;

export const thumbs = [
  ['up', 'Thumb up'],
  ['down', 'Thumb down'],
] as const;

export const products = [
  ['shown', 'Shown'],
  ['clicked', 'Clicked'],
  ['added', 'Added to cart'],
  ['chosen', 'Clicked or added'],
] as const;

type Options<Value extends string> = readonly (readonly [value: Value, name: string])[];

/** The name of a value for people. */
export function nameOf<Value extends string>(options: Options<Value>, value: Value): string {
  return options.find(([option]) => option === value)?.[1] ?? value;
}

/** The filters in the address of the page; what is not valid is left out. */
export function filtersOf(search: URLSearchParams): ConversationFilters {
  const agentId = search.get('agent_id');
  const visitorId = search.get('visitor_id');
  const channel = oneOf(channels, search.get('channel'));
  const result = oneOf(resultFilters, search.get('result'));
  const thumb = oneOf(thumbs, search.get('thumb'));
  const product = oneOf(products, search.get('product'));
  const [from, to, text] = [search.get('from'), search.get('to'), search.get('text')?.trim() ?? ''];
  const timeZone = search.get('time_zone');
  return {
    ...(agentId !== null && /^\w{1,200}$/.test(agentId) && { agent_id: agentId }),
    ...(visitorId !== null && /^\w{1,200}$/.test(visitorId) && { visitor_id: visitorId }),
    ...(channel !== undefined && { channel }),
    ...(result !== undefined && { result }),
    ...(thumb !== undefined && { thumb }),
    ...(product !== undefined && { product }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(timeZone !== null && isTimeZone(timeZone) && { time_zone: timeZone }),
    ...(text.length > 1 && { text }),
  };
}

function oneOf<Value extends string>(options: Options<Value>, text: string | null): Value | undefined {
  return options.find(([value]) => value === text)?.[0];
}

/** The address of the list with these filters, or of a conversation beside it. */
export function conversationsHref(storeId: string, filters: ConversationFilters, id?: string): string {
  const entries = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams(entries).toString();
  const path = `/stores/${storeId}/conversations${id === undefined ? '' : `/${id}`}`;
  return search === '' ? path : `${path}?${search}`;
}
