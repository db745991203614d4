import type { Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import type { CompleteReply } from './reply-texts.ts';
import { isOrdinary } from './valid-request.ts';

// A shorter message may be in a reply by accident.
const minLength = 12;
// A model repeats what was written before where it is asked to, and not this often.
const minRecalls = 6;
const minShare = 0.3;
const minForgotten = 3;
// Beyond that an agent may have no room for what was written before.
const maxEarlier = 300;

interface FollowUp {
  readonly reply: CompleteReply;
  /** The messages of its conversation that were replied to before, of which the reply may have some. */
  readonly earlier: readonly string[];
}

/** The follow-ups of an agent that are repeated in their replies, after messages that could be, too. */
function followUpsOf(replies: readonly CompleteReply[]): readonly FollowUp[] {
  return [...Map.groupBy(replies, ({ conversation }) => conversation).values()].flatMap((own) =>
    own.flatMap((reply, at) => {
      const before = own.slice(0, at).map(({ message }) => message);
      const earlier = before.filter((one) => isOrdinary(one) && one.length >= minLength);
      const isClear = !before.some((one) => one.length > maxEarlier);
      const isRepeated = reply.text.includes(reply.message) && !earlier.includes(reply.message);
      return reply.seen.isFollowUp && earlier.length > 0 && isClear && isRepeated ? [{ reply, earlier }] : [];
    }),
  );
}

/**
 * Source 4.1: a follow-up continues its thread. An agent that repeats what was written before, in most conversations,
 * shows where a message did not: its reply has that message alone. What a model says of earlier messages is open.
 */
export function verifyMemory(replies: readonly CompleteReply[]): readonly Finding[] {
  return [...Map.groupBy(replies, ({ agent }) => agent).values()].flatMap((own) => {
    const followUps = followUpsOf(own);
    const forgotten = followUps.filter(
      ({ reply, earlier }) => !earlier.some((one) => reply.text.includes(one)),
    );
    const recalls = followUps.length - forgotten.length;
    const [first] = forgotten;
    const conversations = new Set(forgotten.map(({ reply }) => reply.conversation));
    if (first === undefined || forgotten.length < minForgotten || conversations.size < 2) return [];
    if (recalls < minRecalls || recalls < minShare * followUps.length) return [];
    const { text, seen } = first.reply;
    const expected = `a reply that continues its conversation, as ${recalls} of ${followUps.length} replies do that repeat what was written before`;
    return [{ requirement: 'R-4.1-05', expected, actual: showValue(text), exchange: seen.exchange } as const];
  });
}
