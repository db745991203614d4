import type { CheckContext } from '../../check.ts';
import type { ChatRequest } from '../../client/contract-client.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange, StoreName } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { readReply, type StreamedReply } from './read-stream.ts';

export const chatPath = '/api/agents/chat/stream';

/** Sends one message with the key of a store and hands back the answer, whatever it is. */
export function sendMessage(
  { client }: CheckContext,
  body: ChatRequest,
  store: StoreName = 'main',
): Promise<Exchange> {
  return client.contract.streamAgentChat(body, { store });
}

/** The same for a body that the contract does not allow. */
export function sendBrokenMessage({ client }: CheckContext, json: unknown): Promise<Exchange> {
  return client.send({ method: 'POST', path: chatPath, json });
}

/** Which clause says that a message has to be accepted, by how it was refused. */
function blamed({ status }: Exchange, otherwise: RequirementId): RequirementId {
  if (status === 401) return 'R-5-02';
  if (status === 415) return 'R-4.1-02';
  return status === 404 && otherwise === 'R-4.1-01' ? 'R-4.1-03' : otherwise;
}

/**
 * Sends a message that has to be accepted. Undefined where it was not, which is a breach of `requirement` unless
 * the status tells a clause that fits better.
 * What the stream breaks is in the reply, and for the caller to tell.
 */
export async function talk(
  context: CheckContext,
  body: ChatRequest,
  requirement: RequirementId = 'R-4.1-01',
): Promise<StreamedReply | undefined> {
  const exchange = await sendMessage(context, body);
  if (exchange.status === 200) return readReply(exchange);
  const expected = 'status 200 and a stream';
  const actual = describeAnswer(exchange);
  context.breach({ requirement: blamed(exchange, requirement), expected, actual }, exchange);
  return undefined;
}

/**
 * A message whose reply is needed for its end event alone: undefined, and untested, where it has none.
 * What broke such a stream is told, as it may be one reply of several that is broken.
 */
export async function talkToEnd(
  context: CheckContext,
  body: ChatRequest,
  requirement?: RequirementId,
): Promise<(StreamedReply & { readonly conversationId: string }) | undefined> {
  const reply = await talk(context, body, requirement);
  if (reply === undefined) return undefined;
  const { conversationId } = reply;
  if (conversationId !== undefined) return { ...reply, conversationId };
  for (const found of reply.breaches) context.breach(found, reply.exchange);
  context.untested(
    reply.failed ? 'the reply ended in an error event' : 'the reply has no end event to go on from',
  );
  return undefined;
}
