import type { MessageOutcome, Result } from '../db/records.ts';
import { searchShopKnowledge } from '../knowledge/knowledge-tool.ts';
import { isObject } from '../support/json.ts';
import type { ReplyEnd } from './closing-text.ts';
import type { CompletedCall } from './transcript.ts';

/** What the result of a reply is read from. */
export interface EndedReply {
  readonly outcome: MessageOutcome;
  /** Why the model ended it, a `ReplyEnd`; null where it has not. */
  readonly end: string | null;
  /** In the order in which they were made. */
  readonly calls: readonly Pick<CompletedCall, 'tool' | 'output'>[];
}

const resultOfEnd: ReadonlyMap<string, Result> = new Map<ReplyEnd, Result>([
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
  return last.tool === searchShopKnowledge.name ? 'not_known' : 'nothing_found';
}

/** Whether a call has products, passages, what the shop says about a thing that it does not sell, or what a connected tool returned. */
function hasShown({ output }: Pick<CompletedCall, 'output'>): boolean {
  if (!isObject(output) || 'error' in output) return false;
  if ('shop_says' in output) return true;
  const found = output['products'] ?? output['passages'];
  return !Array.isArray(found) || found.length > 0;
}
