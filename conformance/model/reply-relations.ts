import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject, type Exchange } from '../exchange.ts';
import type { Agent } from './agent-fields.ts';
import { verifyEchoes } from './echoed-messages.ts';
import { verifyEventNames } from './verify-events.ts';
import { readSeen, textsOf, verifyReplyTexts, type SeenReply } from './reply-texts.ts';
import { verifyConnections } from './tool-connections.ts';
import { verifyToolRelations } from './tool-relations.ts';
import { requestBodyOf } from './valid-request.ts';

// A model may write such a reply once; it does not write all of them so.
const minReplies = 3;
const minTexts = 3;
const minEdges = 30;
// One character in so many is a blank where words are separated by blanks.
const maxPerBlank = 15;

/** Whether each text begins with the one before. */
function isCumulative(texts: readonly string[]): boolean {
  return texts.every((text, at) => {
    const before = texts[at - 1] ?? '';
    return at === 0 || (text.startsWith(before) && text.length > before.length);
  });
}

/** Whether the last text is all of the others. */
function isRepeated(texts: readonly string[]): boolean {
  return texts.at(-1) === texts.slice(0, -1).join('');
}

/** Whether texts of words lost the blanks between them: none of many chunks begins or ends with one. */
function isTrimmed(all: readonly (readonly string[])[]): boolean {
  const edges = all.flatMap((texts) =>
    texts.slice(1).map((text, at) => [(texts[at] ?? '').slice(-8), text.slice(0, 8)] as const),
  );
  const words = new Set(
    edges.filter(([end, start]) => /[A-Za-z,]$/.test(end) && /^[a-z]/.test(start)).map(String),
  );
  const text = all.flat().join('');
  const blanks = text.match(/ /g)?.length ?? 0;
  return (
    words.size >= minEdges &&
    blanks * maxPerBlank > text.length &&
    !edges.some(([end, start]) => /\s$/.test(end) || /^\s/.test(start))
  );
}

/** Source 6: the concatenation of the texts is the reply, so that no text has what another one has already. */
function verifyTexts(replies: readonly SeenReply[]): readonly Finding[] {
  const long = replies.filter((reply) => new Set(textsOf(reply)).size >= minTexts);
  const [first] = long;
  if (first === undefined || new Set(long.map((reply) => textsOf(reply).join(''))).size < minReplies)
    return [];
  const texts = textsOf(first);
  const finding = (expected: Expectation): readonly Finding[] => [
    { requirement: 'R-6-07', expected, actual: showValue(texts), exchange: first.exchange },
  ];
  const all = long.map(textsOf);
  if (all.every(isCumulative)) return finding('texts-continue');
  if (all.every(isRepeated)) return finding('no-whole-reply-again');
  return isTrimmed(replies.map(textsOf)) ? finding('blanks-between-texts') : [];
}

const isFailed = ({ events }: SeenReply): boolean =>
  !events.some((event) => isObject(event) && event['type'] === 'end');

/** A kind of follow-ups of which none has a reply, though most of the others have one. */
function verifyFailing(
  replies: readonly SeenReply[],
  what: string,
  isOne: (reply: SeenReply) => boolean,
): readonly Finding[] {
  const failing = replies.filter(isOne);
  const others = replies.filter((reply) => !isOne(reply));
  const failed = others.filter(isFailed);
  if (failing.length < minReplies || !failing.every(isFailed) || 2 * failed.length > others.length) return [];
  const exchange: Exchange | undefined = failing[0]?.exchange;
  const requirement: RequirementId = 'R-4.1-10';
  const expected = ['replies-to-such-messages', what] as const;
  const actual = `${failing.length} of ${failing.length} end without a reply, and ${failed.length} of ${others.length}`;
  return [{ requirement, expected, actual, ...(exchange && { exchange }) }];
}

/** The follow-ups in conversations in which a tool was called before. */
function followUpsAfterTools(replies: readonly SeenReply[]): ReadonlySet<SeenReply> {
  const withTools = new Set<unknown>();
  const found = new Set<SeenReply>();
  for (const reply of replies) {
    const body = requestBodyOf(reply.exchange.request);
    if (reply.isFollowUp && isObject(body) && withTools.has(body['conversation_id'])) found.add(reply);
    const events = reply.events.filter(isObject);
    if (events.some(({ type }) => type === 'tool_use'))
      withTools.add(events.find(({ type }) => type === 'end')?.['conversation_id']);
  }
  return found;
}

/** Source 4.1: an error is no reply where each follow-up has one, and first messages do not. */
function verifyFollowUps(replies: readonly SeenReply[]): readonly Finding[] {
  const found = verifyFailing(replies, 'follow-ups', ({ isFollowUp }) => isFollowUp);
  if (found.length > 0) return found;
  const afterTools = followUpsAfterTools(replies);
  return verifyFailing(replies, 'follow-ups after calls of tools', (reply) => afterTools.has(reply));
}

/** What the replies of a run have in common that no reply has by itself. */
export function verifyReplies(replies: readonly SeenReply[], agents: readonly Agent[]): readonly Finding[] {
  const complete = replies.flatMap(readSeen);
  return [
    ...verifyTexts(replies),
    ...verifyReplyTexts(complete),
    ...verifyEchoes(complete),
    ...verifyToolRelations(replies),
    ...verifyConnections(replies, agents),
    ...verifyEventNames(replies),
    ...verifyFollowUps(replies),
  ];
}
