import type { Exchange } from './exchange.ts';

const longest = 200;

/** Any value on one line, cut where it gets long. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)} ... (${text.length} characters)` : text;
}

/** An answer on one line: status, media type, how the body begins and how it ended. */
export function describeAnswer(exchange: Exchange): string {
  const type = exchange.headers['content-type'] ?? 'no content-type';
  const body = exchange.text === '' ? 'no body' : showValue(exchange.json ?? exchange.text);
  const ending = exchange.ending === 'complete' ? '' : `, then ${exchange.ending}`;
  return `status ${exchange.status}, ${type}, ${body}${ending}`;
}
