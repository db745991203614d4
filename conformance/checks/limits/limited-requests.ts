import { Untested, type CheckContext } from '../../check.ts';
import { isObject, type ApiRequest, type Exchange, type StoreName } from '../../exchange.ts';
import { chatPath } from '../chat-stream/send-message.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';

export const listRequest: ApiRequest = { method: 'GET', path: '/api/agents' };

/** Rejected with 400 where the limit admits it. */
export const invalidCreate: ApiRequest = { method: 'POST', path: '/api/agents', json: {} };

export function messageTo(agent: string): ApiRequest {
  return { method: 'POST', path: chatPath, json: { agent_id: agent, message: 'Hello' } };
}

/** A function that sends a request with the key of a store, over the connection of a name, without waiting for its limit. */
export function sender(
  { client }: CheckContext,
  request: ApiRequest,
  store: StoreName = 'limited',
): (connection?: string) => Promise<Exchange> {
  return (connection) =>
    client.send({
      ...request,
      credential: { type: 'store', store },
      raw: true,
      ...(connection !== undefined && { connection }),
    });
}

/** Sends the list, and keeps the first agent and the last list of its responses: that saves requests of the limit. */
export function listSender(context: CheckContext) {
  let seen: string | undefined = context.target.stores.limited?.agentId;
  let last: Exchange | undefined;
  const once = sender(context, listRequest);
  const send = async (connection?: string): Promise<Exchange> => {
    const exchange = await once(connection);
    seen ??= agentIdsOf(exchange)[0];
    if (exchange.status === 200) last = exchange;
    return exchange;
  };
  return { send, agent: () => seen, lastList: () => last };
}

/** Creates an agent for messages in a limited store that has none. */
export async function createLimitedAgent({ client, fixtures }: CheckContext): Promise<string> {
  const body = await fixtures.acceptedCreate();
  const { json: agent } = await client.contract.createAgent(body, { store: 'limited' });
  const id = isObject(agent) ? agent['id'] : undefined;
  if (typeof id === 'string') return id;
  throw new Untested('lists are not counted, and the limited store has no agent to message');
}
