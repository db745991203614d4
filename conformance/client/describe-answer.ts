import { isObject } from '../checks/is-object.ts';
import type { Exchange } from './exchange.ts';

const longest = 200;

/** Any value on one line, cut where it gets long. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)} ... (${text.length} characters)` : text;
}

function showBody({ json, text }: Exchange): string {
  return text === '' ? 'no body' : showValue(json ?? text);
}

/** What a refusal says of itself on one line: its status, and its `error` text or else its body. */
export function describeRefusal(exchange: Exchange): string {
  const { json, status } = exchange;
  const error = isObject(json) ? json['error'] : undefined;
  return `${status} ${typeof error === 'string' ? showValue(error) : showBody(exchange)}`;
}

/** An answer on one line: status, media type, how the body begins and how it ended. */
export function describeAnswer(exchange: Exchange): string {
  const type = exchange.headers['content-type'] ?? 'no content-type';
  const ending = exchange.ending === 'complete' ? '' : `, then ${exchange.ending}`;
  return `status ${exchange.status}, ${type}, ${showBody(exchange)}${ending}`;
}
