import { searchShopKnowledge } from '../knowledge/knowledge-tool.ts';
import { isObject } from '../support/json.ts';
import type { ReplyResult } from './settle-reply.ts';

/** The text of the shop that a reply is from: that of the first passage of its last search; undefined for none. */
export function answeringSource({
  complete,
  transcript,
}: Pick<ReplyResult, 'complete' | 'transcript'>): string | undefined {
  const last = transcript.calls().findLast(({ tool }) => tool === searchShopKnowledge.name);
  if (!complete || !isObject(last?.output)) return undefined;
  const { passages } = last.output;
  const first: unknown = Array.isArray(passages) ? passages[0] : undefined;
  return isObject(first) && typeof first['source'] === 'string' ? first['source'] : undefined;
}
