import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { isObject, type ApiRequest, type Exchange } from '../../exchange.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { chatPath, verifyFollowUp } from '../chat-stream/send-message.ts';
import { widgetPath } from '../widget/verify-widget.ts';

const stores = ['main', 'second'] as const;
type Name = (typeof stores)[number];

/** Both stores send one create, two messages and two reads. */
export const sameHeadersCost = { requests: 11, messages: 4, agents: 2 } as const;

/** One of two stores, with a word that only its requests have. */
interface Side {
  readonly store: Name;
  readonly word: string;
}

/** Sends one request of a store, and verifies that the word of the other one is not in the response. */
type Send = (side: Side, request: Omit<ApiRequest, 'credential'>) => Promise<Exchange>;

/**
 * Headers whose values clients choose, the same for both stores: counters, ids of a test or a template, as `1`, are
 * chosen by many. New in each run, since a service may keep the response of an idempotency key for days.
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
    traceparent: `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`,
  };
}

function senderOf(context: CheckContext, sides: readonly Side[]): Send {
  return async ({ store }, request) => {
    const exchange = await context.client.send({ ...request, credential: { type: 'store', store } });
    const other = sides.find((side) => side.store !== store);
    if (other === undefined || !exchange.text.toLowerCase().includes(other.word)) return exchange;
    const expected = 'a response to one store without the words of another one';
    const actual = `status ${exchange.status} with ${other.word}, which only the ${other.store} store sent`;
    context.report({ requirement: 'R-5-14', expected, actual }, exchange);
    return exchange;
  };
}

/** What the first store may do, the second one may do with the same headers; a rejection of both is open. */
function verifyBoth(
  { report }: CheckContext,
  [first, second]: readonly Exchange[],
  requirement: RequirementId,
  what: string,
): void {
  if (first === undefined || second === undefined) return;
  if (first.status >= 300 || second.status < 300 || second.status === 429) return;
  const expected = `${what} accepted, with headers as another store sent them`;
  report({ requirement, expected, actual: describeResponse(second) }, second);
}

/** One create a store. Where a store is full or rejects it, another agent takes its place. */
async function createAgents(
  context: CheckContext,
  sides: readonly Side[],
  send: Send,
): Promise<readonly string[]> {
  const { config, ...plain } = await context.fixtures.acceptedCreate();
  const headers = chosenHeaders(context, 'create');
  const created: Exchange[] = [];
  for (const side of sides) {
    const json = {
      ...{ ...plain, name: `Agent ${side.word}` },
      config: { ...config, system_prompt: `Be kind. ${side.word}` },
    };
    created.push(await send(side, { method: 'POST', path: '/api/agents', headers, json }));
  }
  if (created.every(({ status }) => status !== 403))
    verifyBoth(context, created, 'R-4.3-10', 'a valid create');
  const idOf = async ({ json, status }: Exchange, store: Name): Promise<string> => {
    const id = isObject(json) && status < 300 ? json['id'] : undefined;
    return typeof id === 'string' ? id : context.fixtures.agentId(store);
  };
  return Promise.all(created.map((exchange, index) => idOf(exchange, stores[index] ?? 'main')));
}

/** One message a store, and a follow-up after that of the other one: the conversation is of the store that began it. */
async function sendMessages(
  context: CheckContext,
  sides: readonly Side[],
  agents: readonly string[],
  send: Send,
): Promise<void> {
  const headers = chosenHeaders(context, 'message');
  const sent: Exchange[] = [];
  for (const [index, side] of sides.entries()) {
    // Tools search for the start of a message.
    const message = `${side.word} shoes, please: which ones does the catalogue have?`;
    const json = { agent_id: agents[index] ?? '', message };
    sent.push(await send(side, { method: 'POST', path: chatPath, headers, json }));
  }
  verifyBoth(context, sent, 'R-4.1-16', 'a valid message');
  for (const [index, side] of sides.entries()) {
    const exchange = sent[index];
    const conversation_id = exchange?.status === 200 ? readReply(exchange).conversationId : undefined;
    if (conversation_id === undefined) continue;
    const message = 'What do others search for in the catalogue?';
    const json = { agent_id: agents[index] ?? '', message, conversation_id };
    const followUp = await send(side, { method: 'POST', path: chatPath, json });
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
  const agents = await createAgents(context, sides, send);
  await sendMessages(context, sides, agents, send);
  await readBoth(context, sides, send);
}
