import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext, Finding } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ChatRequest, Exchange, StoreName } from '../../exchange.ts';
import type { OtherClient } from './other-clients.ts';
import { readReply, type StreamedReply } from '../../model/read-stream.ts';

export const chatPath = '/api/agents/chat/stream';

/** Sends one message with the key of a store. */
export function sendMessage(
  { client }: CheckContext,
  body: ChatRequest,
  store: StoreName = 'main',
): Promise<Exchange> {
  return client.contract.streamAgentChat(body, { store });
}

/** Sends one message as another client of the main store does. */
export function sendMessageAs(
  { client }: CheckContext,
  body: ChatRequest,
  { change }: OtherClient,
): Promise<Exchange> {
  return client.send({ method: 'POST', path: chatPath, json: body, ...change });
}

/** Sends a body that the contract does not allow. */
export function sendInvalidMessage({ client }: CheckContext, json: unknown): Promise<Exchange> {
  return client.send({ method: 'POST', path: chatPath, json });
}

/** Verifies that a follow-up is replied to; the model verifies the reply, and its conversation. Source 4.1. */
export function verifyFollowUp(exchange: Exchange, what = 'a follow-up message'): readonly Finding[] {
  if (exchange.status === 200) return [];
  const expected = `a reply to ${what}`;
  return [{ requirement: 'R-4.1-10', expected, actual: describeResponse(exchange), exchange }];
}

/** The clause that a rejected valid message violates, by its status. */
function violatedClause({ status }: Exchange, requirement: RequirementId): RequirementId {
  if (status === 401) return 'R-5-02';
  if (status === 415) return 'R-4.1-02';
  if (status === 405 || status === 501) return 'R-4.1-01';
  return status === 404 && requirement === 'R-4.1-16' ? 'R-4.1-03' : requirement;
}

/**
 * Sends a valid message and returns its reply. Where the message is rejected, returns undefined and reports that against `requirement`, or the clause of the status.
 */
export async function expectReply(
  context: CheckContext,
  body: ChatRequest,
  requirement: RequirementId = 'R-4.1-16',
): Promise<StreamedReply | undefined> {
  const exchange = await sendMessage(context, body);
  if (exchange.status === 200) return readReply(exchange);
  const expected = 'status 200 and a stream';
  const actual = describeResponse(exchange);
  context.report({ requirement: violatedClause(exchange, requirement), expected, actual }, exchange);
  return undefined;
}

/** Sends a valid message whose reply needs an end event. Without one, it is untested. */
export async function expectCompleteReply(
  context: CheckContext,
  body: ChatRequest,
  requirement?: RequirementId,
): Promise<(StreamedReply & { readonly conversationId: string }) | undefined> {
  const reply = await expectReply(context, body, requirement);
  if (reply === undefined) return undefined;
  const { conversationId } = reply;
  if (conversationId !== undefined) return { ...reply, conversationId };
  context.untested(
    reply.failed ? 'the reply ended in an error event' : 'the reply has no end event to go on from',
  );
  return undefined;
}
