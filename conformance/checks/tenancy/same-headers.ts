import { unexpected } from '../../model/verify-error.ts';
import { createHash } from 'node:crypto';
import type { CheckContext } from '../../check.ts';
import { isObject, type ApiRequest, type Exchange } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { chatPath, verifyFollowUp } from '../chat-stream/send-message.ts';
import { widgetPath } from '../../model/verify-widget.ts';

const stores = ['main', 'second'] as const;
type Name = (typeof stores)[number];

/** Both stores send one create, two messages and two reads; the fixtures may need a list of each. */

/** One of two stores, with a word that only its requests have. */
interface Side {
  readonly store: Name;
  readonly word: string;
}

type Request = Omit<ApiRequest, 'credential'>;

/** Sends one request of a store, and verifies that the word of the other one is not in the response. */
type Send = (side: Side, request: Request) => Promise<Exchange>;

/**
 * Headers whose values clients choose, the same for both stores: two clients may choose one counter or template.
 * The values are new in each run, since a service may keep the response of an idempotency key for days.
 */
function chosenHeaders({ clock, seed }: CheckContext, purpose: string): Readonly<Record<string, string>> {
  const hex = createHash('sha256').update(`${seed} ${clock.now()} ${purpose}`).digest('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return {
    'idempotency-key': uuid,
    'x-request-id': uuid,
    'x-correlation-id': uuid,
    'x-session-id': uuid,
    cookie: `sid=${uuid}`,
    // A gateway may set these; from a client they select no store.
    ...Object.fromEntries(['store', 'tenant', 'account'].map((owner) => [`x-${owner}-id`, '1'])),
    traceparent: `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`,
  };
}

function senderOf(context: CheckContext, sides: readonly Side[]): Send {
  return async ({ store }, request) => {
    const exchange = await context.client.send({ ...request, credential: { type: 'store', store } });
    const other = sides.find((side) => side.store !== store);
    if (other === undefined || !exchange.text.toLowerCase().includes(other.word)) return exchange;
    const actual = `status ${exchange.status} with ${other.word}, which only the ${other.store} store sent`;
    context.report({ requirement: 'R-5-14', expected: 'no-words-of-other-store', actual }, exchange);
    return exchange;
  };
}

/** Sends one request of each store with the same headers. What the first store may do, the second one may do. */
async function sendBoth(
  context: CheckContext,
  sides: readonly Side[],
  send: Send,
  requestOf: (side: Side, index: number) => Request,
  purpose: string,
): Promise<readonly Exchange[]> {
  const headers = chosenHeaders(context, purpose);
  const sent: Exchange[] = [];
  for (const [index, side] of sides.entries())
    sent.push(await send(side, { ...requestOf(side, index), headers }));
  const [first, second] = sent;
  const [, side] = sides;
  const isRejected = second !== undefined && second.status >= 400 && second.status !== 429;
  if (side === undefined || !isRejected || (first?.status ?? 500) >= 300) return sent;
  // What is rejected without the headers, too, is the matter of other checks.
  const alone = await send(side, requestOf(side, 1));
  if (alone.status >= 300) return sent;
  const requirement = purpose === 'create' ? 'R-4.3-10' : 'R-4.1-16';
  context.report(unexpected(requirement, ['foreign-headers-accepted', purpose], second));
  return [first, alone].filter((one) => one !== undefined);
}

/** One create a store. Where a store is full or rejects it, another agent takes its place. */
async function createAgents(
  context: CheckContext,
  sides: readonly Side[],
  send: Send,
): Promise<readonly string[]> {
  const { config, ...plain } = await context.fixtures.acceptedCreate();
  const createOf = ({ word }: Side): Request => ({
    method: 'POST',
    path: '/api/agents',
    json: { ...plain, name: `Agent ${word}`, config: { ...config, system_prompt: `Be kind. ${word}` } },
  });
  const created = await sendBoth(context, sides, send, createOf, 'create');
  const idOf = async ({ json, status }: Exchange, index: number): Promise<string> => {
    const id = isObject(json) && status < 300 ? json['id'] : undefined;
    return typeof id === 'string' ? id : context.fixtures.agentId(stores[index]);
  };
  return Promise.all(created.map(idOf));
}

/** One message a store, and a follow-up after that of the other one: the conversation is of the store that began it. */
async function sendMessages(
  context: CheckContext,
  sides: readonly Side[],
  agents: readonly string[],
  send: Send,
): Promise<void> {
  const messageOf = (index: number, message: string, id?: string): Request => {
    const body = { agent_id: agents[index] ?? '', message };
    return {
      method: 'POST',
      path: chatPath,
      json: id === undefined ? body : { ...body, conversation_id: id },
    };
  };
  // Tools search for the start of a message.
  const opening = ({ word }: Side, index: number): Request =>
    messageOf(index, `${word} shoes, please: which ones does the catalogue have?`);
  const sent = await sendBoth(context, sides, send, opening, 'message');
  for (const [index, side] of sides.entries()) {
    const exchange = sent[index];
    const id = exchange?.status === 200 ? readReply(exchange).conversationId : undefined;
    if (id === undefined) continue;
    const followUp = await send(side, messageOf(index, 'What do others search for in the catalogue?', id));
    context.report(verifyFollowUp(followUp, `a follow-up of the ${side.store} store, beside another store`));
  }
}

/** What each store reads has no word of the other one. */
async function readBoth(context: CheckContext, sides: readonly Side[], send: Send): Promise<void> {
  const headers = chosenHeaders(context, 'read');
  for (const side of sides) await send(side, { method: 'GET', path: '/api/agents', headers });
  for (const side of sides) {
    const id = context.target.stores[side.store]?.chatbotId;
    if (id === undefined) continue;
    await send(side, { method: 'GET', path: `${widgetPath}?chatbot_id=${encodeURIComponent(id)}`, headers });
  }
}

/** The key names the store, whatever else two stores have in common. Source 5.9. */
export async function verifySameHeaders(context: CheckContext): Promise<void> {
  const mark = Math.abs(context.seed).toString(36);
  // Of another form than the words of single conversations: a store may show what its own visitors search for.
  const sides = stores.map((store, index) => ({ store, word: `qz${mark}${'fs'[index]}wv` }));
  const send = senderOf(context, sides);
  const { fixtures, isWhole } = context;
  const agents = isWhole
    ? await createAgents(context, sides, send)
    : await Promise.all(stores.map((store) => fixtures.agentId(store)));
  await sendMessages(context, sides, agents, send);
  await readBoth(context, sides, send);
}
