import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEvents } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { bearer, type TestServer } from '../testing/start-test-server.ts';
import { startTestNodes, type TestNodes } from '../testing/test-nodes.ts';

const path = '/api/agents/chat/stream';
const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
const newAgent = (name: string) => ({ name, type: 'a', config });

let vendor: ScriptedVendor;
let three: TestNodes;
beforeAll(async () => {
  vendor = await startScriptedVendor(() => [{ say: 'Yes.' }]);
  three = await startTestNodes(3, { environment: vendor.env });
});
afterAll(async () => {
  await three.close();
  await vendor.close();
});

const nodeAt = (index: number): TestServer => {
  const node = three.nodes[index % three.nodes.length];
  if (node === undefined) throw new Error('the nodes are not open');
  return node;
};
/** As a client with the key of the first node's shop. */
const send = (index: number, to: string, body: object, key?: string, apiKey = nodeAt(0).shop.key) =>
  nodeAt(index).fetch(to, { body, headers: { ...bearer(apiKey), ...(key && { 'idempotency-key': key }) } });
const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status).toSorted();

describe('three nodes', () => {
  it('R-8-05 keep the agent limit when a hundred creates arrive at once', async () => {
    const { key, store } = await nodeAt(0).addStore({ plan: 'enterprise', agentLimit: 10 });
    // On a busy machine the database may reach its deadline: then the client tries again.
    const create = async (index: number): Promise<Response> => {
      const response = await send(index, '/api/agents', newAgent('one of many'), undefined, key);
      return response.status === 503 ? create(index + 1) : response;
    };
    const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => create(index)));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(201), ...Array(90).fill(403)]);
    expect(await nodeAt(1).deps.repositories.agents.list(store.id)).toHaveLength(10);
  });

  it('R-4.3-01 create one agent for an Idempotency-Key that each gets at once, with one body', async () => {
    const creates = Array.from({ length: 9 }, (_, index) =>
      send(index, '/api/agents', newAgent('once'), 'same'),
    );
    const responses = await Promise.all(creates);
    expect(statusesOf(responses)).toEqual(Array(9).fill(201));
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    const agents = await nodeAt(2).deps.repositories.agents.list(nodeAt(0).shop.store.id);
    expect(agents.filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  it('R-4.1-01 process one message for an Idempotency-Key that each gets at once, and replay its events', async () => {
    const body = { agent_id: nodeAt(0).shop.agentId, message: 'once' };
    const before = vendor.requests.length;
    const responses = await Promise.all([0, 1, 2].map((index) => send(index, path, body, 'message')));
    // Those that came during the first are rejected, and the rest is a replay.
    expect(statusesOf(responses).every((status) => status === 200 || status === 409)).toBe(true);
    await Promise.all(responses.map((response) => response.text()));
    const replies = await Promise.all(
      [0, 1, 2].map(async (index) => allEvents(await send(index, path, body, 'message'))),
    );
    const [first] = replies;
    expect(first?.at(-1)?.type).toBe('end');
    expect(replies).toEqual([first, first, first]);
    expect(vendor.requests.length - before).toBe(1);
  });

  it('reply to the messages of a conversation one after another, whichever node gets them', async () => {
    const agent_id = nodeAt(0).shop.agentId;
    const begun = await send(0, path, { agent_id, message: 'zero' });
    const conversation_id = begun.headers.get('x-conversation-id') ?? '';
    await begun.text();
    const asked = ['one', 'two', 'three', 'four', 'five', 'six'];
    const replies = await Promise.all(
      asked.map(async (message, index) =>
        allEvents(await send(index, path, { agent_id, message, conversation_id })),
      ),
    );
    for (const events of replies) expect(events.at(-1)).toEqual({ type: 'end', conversation_id });
    const { repositories } = nodeAt(1).deps;
    const messages = await repositories.messages.list(nodeAt(0).shop.store.id, conversation_id);
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => ['user', 'assistant'][index % 2]),
    );
    expect(messages).toHaveLength(14);
    // Each prompt has everything before its message.
    expect(
      vendor.requests
        .slice(-6)
        .map(({ messages: prompt }) => prompt.filter(({ role }) => role === 'user').length),
    ).toEqual([2, 3, 4, 5, 6, 7]);
  });
});
