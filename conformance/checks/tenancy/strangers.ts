import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { Untested, type CheckContext, type Check } from '../../check.ts';
import {
  isObject,
  type AgentCreate,
  type Exchange,
  type ApiRequest,
  type Credential,
} from '../../exchange.ts';
import { untestedIfFull } from '../fixtures.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { verifySameHeaders } from './same-headers.ts';
import { readWidget, widgetPath } from '../../model/verify-widget.ts';

/** An agent of the main store whose texts have a word that occurs nowhere else. */
export interface MarkedAgent {
  readonly id: string;
  readonly marker: string;
  readonly body: AgentCreate;
}

/** Creates a marked agent. Throws Untested where none can be created. */
export async function createMarkedAgent({ client, fixtures, seed }: CheckContext): Promise<MarkedAgent> {
  const marker = `qz${Math.abs(seed).toString(36)}wv`;
  const create = await fixtures.acceptedCreate();
  const body = {
    ...create,
    name: `Agent ${marker}`,
    config: { ...create.config, system_prompt: `Be kind. ${marker}` },
  };
  const { json } = untestedIfFull(await client.contract.createAgent(body));
  const id = isObject(json) ? json['id'] : undefined;
  if (typeof id !== 'string') throw new Untested('no agent could be created for the comparison');
  return { id, marker, body };
}

/** Reports a response to another store that has the marker. */
export function reportMarker(context: CheckContext, exchange: Exchange, { marker }: MarkedAgent): void {
  if (!exchange.text.includes(marker)) return;
  const actual = `status ${exchange.status} with the word ${marker} of its name and system prompt`;
  context.report({ requirement: 'R-5-14', expected: 'no-text-of-foreign-agent', actual }, exchange);
}

const unknown = `Bearer svc_${'7yY6'.repeat(8)}`;
const strangers: readonly (readonly [who: string, credential: Credential])[] = [
  ['without a key', { type: 'none' }],
  ['with an unknown key', { type: 'header', value: unknown, shell: unknown }],
];

/** A stranger's request before its owner's must not be what the owner receives. Source 5.9. */
async function verifyStrangerFirst(context: CheckContext, agent: MarkedAgent): Promise<void> {
  const body = { agent_id: agent.id, message: 'Hello' };
  const foreign = await sendMessage(context, body, 'second');
  context.report(withReason(verifyErrorResponse(foreign, 'R-5-14', 404), ', as it belongs to another store'));
  reportMarker(context, foreign, agent);
  const own = await sendMessage(context, body);
  if (own.status !== 200) {
    context.report(unexpected('R-4.1-16', 'owner-replied-after-stranger', own));
  }
  // No operation of the source, but frameworks serve it beside the list.
  const path = `/api/agents/${encodeURIComponent(agent.id)}`;
  const credential = { type: 'store', store: 'second' } as const;
  reportMarker(context, await context.client.send({ method: 'GET', path, credential }), agent);
  const { second } = context.target.stores;
  if (second?.chatbotId === undefined || second.chatbotId === context.target.stores.main.chatbotId) return;
  await readWidget(context, second.chatbotId);
  const widget = await readWidget(context, second.chatbotId, 'second');
  if (widget.status === 200) return;
  const expected = 'owner-widget-after-stranger';
  context.report(unexpected('R-4.4-04', expected, widget));
}

/** What the owner has just received must not be what a stranger receives. Source 5. */
async function verifyStrangerAfter(context: CheckContext, agent: MarkedAgent): Promise<void> {
  const { chatbotId } = context.target.stores.main;
  const requests: readonly ApiRequest[] = [
    { method: 'GET', path: '/api/agents' },
    ...(chatbotId === undefined
      ? []
      : [{ method: 'GET', path: `${widgetPath}?chatbot_id=${encodeURIComponent(chatbotId)}` }]),
  ];
  for (const request of requests) {
    for (const [who, credential] of strangers) {
      await context.client.send(request);
      const exchange = await context.client.send({ ...request, credential });
      const reason = ` ${who}, right after the owner's request`;
      context.report(withReason(verifyErrorResponse(exchange, 'R-5-06', 401), reason));
    }
    await context.client.send(request);
    const credential = { type: 'store', store: 'second' } as const;
    reportMarker(context, await context.client.send({ ...request, credential }), agent);
  }
}

/** Two values of one parameter: the one that was looked up must be the one whose store was compared. */
async function verifyTwoIds(context: CheckContext): Promise<void> {
  const { main, second } = context.target.stores;
  if (main.chatbotId === undefined) return;
  const ids = [second?.chatbotId ?? 'none', main.chatbotId].map(encodeURIComponent);
  for (const [one, other] of [ids, ids.toReversed()]) {
    const path = `${widgetPath}?chatbot_id=${one}&chatbot_id=${other}`;
    const exchange = await context.client.send({
      method: 'GET',
      path,
      credential: { type: 'store', store: 'second' },
    });
    const found = isObject(exchange.json) ? exchange.json['chatbot_id'] : undefined;
    if (exchange.status >= 300 || found !== main.chatbotId || main.chatbotId === second?.chatbotId) continue;
    context.report(unexpected('R-5-14', 'doubled-id-shows-nothing', exchange));
  }
}

/**
 * Requests of both stores at once: each is of the store whose key it has. The log of responses compares the lists, those
 * after the create too. Returns the create, whose name an agent of the main store has.
 */
async function verifyAtOnce(context: CheckContext): Promise<Exchange> {
  const { stores } = context.target;
  const { createAgent, listAgents } = context.client.contract;
  const body = await context.fixtures.acceptedCreate();
  const readOwn = async (store: 'main' | 'second'): Promise<Exchange | undefined> => {
    const id = stores[store]?.chatbotId;
    return id === undefined ? undefined : readWidget(context, id, store);
  };
  const [created, , main, , second] = await Promise.all([
    createAgent(body, { store: 'second' }),
    createAgent(body),
    readOwn('main'),
    listAgents({ store: 'second' }),
    readOwn('second'),
    listAgents({ store: 'main' }),
  ]);
  for (const [store, widget] of Object.entries({ main, second } as const)) {
    if (widget === undefined || widget.status === 200) continue;
    const alone = await readOwn(store === 'main' ? 'main' : 'second');
    if (alone?.status !== 200) continue;
    context.report(unexpected('R-4.4-04', 'owner-widget-beside-stranger', widget));
  }
  return created;
}

/** A name that another store has is as free as any. */
function verifySameName({ report }: CheckContext, exchange: Exchange): void {
  if (untestedIfFull(exchange).status < 300) return;
  report(unexpected('R-4.3-10', 'names-are-per-store', exchange));
}

/** Source 5: neither a cache nor an error text gives what belongs to another store. */
export const strangersAsk: Check = {
  id: 'tenancy/strangers',
  title:
    'What a store owns is not shown to strangers nor hidden from its owner, in either order of requests, with the same headers too',
  requirements: ['R-5-14', 'R-5-06', 'R-4.1-16', 'R-4.4-04', 'R-4.3-10'],
  profile: 'full',
  needs: ['second-store'],
  run: async (context) => {
    const agent = await createMarkedAgent(context);
    await verifyStrangerFirst(context, agent);
    await verifyStrangerAfter(context, agent);
    await verifyTwoIds(context);
    const created = await verifyAtOnce(context);
    await verifySameHeaders(context);
    verifySameName(context, created);
  },
};
