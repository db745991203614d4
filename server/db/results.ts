import { isObject } from '../support/json.ts';
import type { MessageOutcome, Result } from './records.ts';

/** What a shopper got from a reply: exactly one of these (decision 0042). */
export const results = [
  'helped',
  'small_talk',
  'nothing_found',
  'not_known',
  'declined',
  'failed',
  'limited',
  'left',
] as const satisfies readonly Result[];

/** Those that were no help to the shopper. */
export const withoutHelp = [
  'nothing_found',
  'not_known',
  'declined',
  'failed',
  'limited',
] as const satisfies readonly Result[];

/** A call of a tool that has ended. */
interface Call {
  readonly tool: string;
  readonly output: unknown;
}

/** What the result of a reply is read from. */
export interface EndedReply {
  readonly outcome: MessageOutcome;
  /** Why the model ended it, a `ReplyEnd`; null where it has not. */
  readonly end: string | null;
  /** In the order in which they were made. */
  readonly calls: readonly Call[];
}

const resultOfEnd: ReadonlyMap<string, Result> = new Map([
  ['refusal', 'declined'],
  ['content-filter', 'declined'],
  ['length', 'limited'],
  ['monthly-cap', 'limited'],
  ['nothing-found', 'nothing_found'],
  ['not-known', 'not_known'],
]);

/**
 * The one result of a reply (decision 0042). How it ended comes first, then whether the last call of a tool has shown
 * something: models often search again with other words. Where none has, the last call decides what was not found.
 */
export function resultOf({ outcome, end, calls }: EndedReply): Result {
  if (outcome === 'aborted') return 'left';
  if (outcome !== 'complete') return 'failed';
  const ended = resultOfEnd.get(end ?? 'stop');
  if (ended !== undefined) return ended;
  const lastCalls = new Map(calls.map((call) => [call.tool, call]));
  if ([...lastCalls.values()].some(hasShown)) return 'helped';
  const last = calls.at(-1);
  if (last === undefined) return 'small_talk';
  return last.tool === 'search_shop_knowledge' ? 'not_known' : 'nothing_found';
}

/** Whether a call has products, passages, what the shop says of a thing that it does not sell, or what a connected tool returned. */
export function hasShown({ output }: Call): boolean {
  if (!isObject(output) || 'error' in output) return false;
  if ('shop_says' in output) return true;
  const found = output['products'] ?? output['passages'];
  return !Array.isArray(found) || found.length > 0;
}
