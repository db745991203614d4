import type { operations } from '../../../generated/dashboard.d.ts';
import { isDay, isTimeZone } from '../../support/days.ts';

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

const isId = (text: string) => /^\w{1,200}$/.test(text);
const isOf = (options: Options<string>) => (text: string) => options.some(([value]) => value === text);

/** Whether a text is a value of each filter. */
const rules: Readonly<Record<keyof ConversationFilters, (text: string) => boolean>> = {
  agent_id: isId,
  visitor_id: isId,
  channel: isOf(channels),
  result: isOf(resultFilters),
  thumb: isOf(thumbs),
  product: isOf(products),
  from: isDay,
  to: isDay,
  time_zone: isTimeZone,
  text: (text) => text.length > 1,
};

/** The filters in the address of the page; what is not valid is left out. */
export function filtersOf(search: URLSearchParams): ConversationFilters {
  const given = Object.entries(rules).map(([name, isValid]) => {
    const text = search.get(name)?.trim() ?? '';
    return isValid(text) ? { [name]: text } : {};
  });
  return Object.assign({}, ...given);
}

/** The same filters in an address. */
export function searchOf(filters: ConversationFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
}

/** The address of the list with these filters, or of a conversation beside it. */
export function conversationsHref(storeId: string, filters: ConversationFilters, id?: string): string {
  const search = searchOf(filters).toString();
  const path = `/stores/${storeId}/conversations${id === undefined ? '' : `/${id}`}`;
  return search === '' ? path : `${path}?${search}`;
}
