import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext, Finding } from '../../check.ts';
import type { ChatRequest, Exchange, StoreName, ApiRequest } from '../../exchange.ts';
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
  return [unexpected('R-4.1-10', ['valid-message-replied', what], exchange)];
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
  context.report(unexpected(violatedClause(exchange, requirement), 'stream-opens', exchange));
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

/** How another client of the same store sends a message. */
export interface OtherClient {
  readonly what: string;
  readonly change: Pick<ApiRequest, 'headers' | 'credential' | 'connection' | 'chunkBytes'>;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/**
 * Clients that differ in all that does not name the store: a conversation goes on at another device or worker.
 * Origin is left out, since a service may reject browsers (source 5.9).
 */
export const otherClients: readonly OtherClient[] = [
  {
    what: 'from another user agent',
    change: { headers: { 'user-agent': firefox } },
  },
  {
    what: 'in another language, through a proxy, and from another address',
    change: {
      headers: {
        'accept-language': 'de-CH, de;q=0.9',
        via: '1.1 proxy.example.com',
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
      },
    },
  },
  {
    what: 'from another page, with its cookies',
    change: {
      headers: { referer: 'https://shop.example.com/shoes?page=2', cookie: '_ga=GA1.2.3; theme=dark' },
    },
  },
  {
    what: 'on a new connection, with a charset',
    change: {
      connection: 'follow-up',
      headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
    },
  },
  {
    what: 'from a script, chunked, with an id of its own',
    change: {
      chunkBytes: 4096,
      headers: {
        'user-agent': 'python-requests/2.32.3',
        'accept-encoding': 'gzip, deflate',
        accept: 'text/event-stream, */*;q=0.1',
        'x-request-id': 'c1f0a8c2-6d0e-4a55-9f0b-6f3f1c7d2e11',
      },
    },
  },
  {
    what: 'with the header named Authorization',
    change: { credential: { type: 'store', store: 'main', header: 'Authorization' } },
  },
];
