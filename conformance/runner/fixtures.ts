import { Untested, type Fixtures } from '../check.ts';
import { isObject } from '../checks/is-object.ts';
import type { AgentCreate } from '../client/contract-client.ts';
import type { Client, Exchange, StoreName } from '../client/exchange.ts';
import { describeAnswer, describeRefusal } from '../client/describe-answer.ts';
import type { Target } from '../target.ts';
import { deriveSeed } from './derive-seed.ts';

// The one catalogue kind of source 2.2 has no name there; these are the likely ones.
export const likelyCapabilityTypes = ['product_catalog', 'catalog', 'product_catalogue'] as const;

/** A create that any conforming service accepts, apart from the type of its tool connection. */
export function plainCreate(name: string, capabilityType?: string): AgentCreate {
  const capabilities = capabilityType === undefined ? [] : [{ type: capabilityType, enabled: true }];
  return {
    name,
    type: 'customer_support',
    description: 'Answers questions about orders',
    config: {
      model_provider: 'provider_one',
      model_id: 'shopping-1',
      system_prompt: 'Be brief and kind.',
      temperature: 0.5,
      max_tokens: 1024,
      mcp_capabilities: capabilities,
    },
  };
}

/** The id of an object's agents, the first that there is. */
function firstAgentId(list: unknown): string | undefined {
  const agents = isObject(list) && Array.isArray(list['agents']) ? list['agents'] : [];
  const ids = agents.map((agent: unknown) => (isObject(agent) ? agent['id'] : undefined));
  return ids.find((id) => typeof id === 'string');
}

/** Throws Untested for a 403, as of a full store, in the server's own words; returns any other exchange. */
export function orFull(exchange: Exchange): Exchange {
  if (exchange.status === 403) {
    const refusal = describeRefusal(exchange);
    throw new Untested(
      `a create was refused (${refusal}); if the store is full, give one that may hold more agents`,
    );
  }
  return exchange;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The fixtures of a run; their requests depend on the run's seed alone. */
export function createFixtures(client: Client, target: Target, seed: number): Fixtures {
  const name = `Conformance twin ${deriveSeed(seed, 'fixtures').toString(36)}`;

  const create = async (store: StoreName, body: AgentCreate): Promise<Exchange> =>
    orFull(await client.contract.createAgent(body, { store }));

  const acceptedCreate = once(async () => {
    if (target.readOnly) throw new Untested('--read-only creates no agent');
    const bodies = [...likelyCapabilityTypes, undefined].map((type) => plainCreate(name, type));
    let refusal = '';
    for (const body of bodies) {
      const exchange = await create('main', body);
      if (exchange.status < 300) return body;
      refusal = describeAnswer(exchange);
    }
    throw new Untested(`a plain valid create was refused: ${refusal}`);
  });

  const findAgent = async (store: 'main' | 'second'): Promise<string> => {
    const given = target.stores[store]?.agentId;
    if (given !== undefined) return given;
    const list = await client.contract.listAgents({ store });
    const listed = firstAgentId(list.json);
    if (listed !== undefined) return listed;
    if (target.readOnly) throw new Untested('the store has no agent, and --read-only creates none');
    const { json } = await create(store, plainCreate(name));
    if (isObject(json) && typeof json['id'] === 'string') return json['id'];
    throw new Untested('the store has no agent, and none could be created; give --agent-id');
  };
  const agents = { main: once(() => findAgent('main')), second: once(() => findAgent('second')) };

  return { agentId: (store = 'main') => agents[store](), acceptedCreate };
}
