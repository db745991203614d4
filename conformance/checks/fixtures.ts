import { deriveSeed, Untested, type Fixtures, type Model } from '../check.ts';
import { describeRejection, describeResponse } from '../client/describe-exchange.ts';
import {
  BudgetSpent,
  isObject,
  type AgentCreate,
  type Client,
  type Exchange,
  type StoreName,
  type Target,
} from '../exchange.ts';
import { agentIdsOf } from '../model/listed-agents.ts';

// Source 2.2 does not name the type of its tool connection; these are the likely ones.
const likelyCapabilityTypes = ['product_catalog', 'catalog', 'product_catalogue'] as const;

/** A create that any conforming service accepts, apart from the type of its tool connection. */
export function plainCreate(name: string, capabilityType?: string): AgentCreate {
  const capabilities = capabilityType === undefined ? [] : [{ type: capabilityType, enabled: true }];
  return {
    name,
    type: 'customer_support',
    description: 'Conformance: answers questions about orders',
    config: {
      model_provider: 'provider_one',
      model_id: 'shopping-1',
      system_prompt: 'Conformance: be brief and kind.',
      temperature: 0.5,
      max_tokens: 1024,
      mcp_capabilities: capabilities,
    },
  };
}

/** A create with its required fields alone. Source 2.1 and 2.2. */
function requiredOnly({ name, type, config }: AgentCreate): AgentCreate {
  const { model_provider, model_id, system_prompt } = config;
  return { name, type, config: { model_provider, model_id, system_prompt } };
}

/** Returns an exchange, or throws Untested for a 403, as of a full store, quoting the response. */
export function untestedIfFull(exchange: Exchange): Exchange {
  if (exchange.status !== 403) return exchange;
  const rejection = describeRejection(exchange);
  throw new Untested(
    `a create was rejected (${rejection}); if the store is full, give one that may hold more agents`,
  );
}

function rethrowUnlessSpent(error: unknown): undefined {
  if (!(error instanceof BudgetSpent)) throw error;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The fixtures of a run; their requests depend on the run's seed alone. */
export function createFixtures(client: Client, model: Model, target: Target, seed: number): Fixtures {
  const name = `Conformance twin ${deriveSeed(seed, 'fixtures').toString(36)}`;

  const create = async (store: StoreName, body: AgentCreate): Promise<Exchange> =>
    untestedIfFull(await client.contract.createAgent(body, { store }));

  const accepted = once(async (): Promise<{ body: AgentCreate; id?: unknown }> => {
    if (target.readOnly) throw new Untested('--read-only creates no agent');
    const bodies = [
      ...[...likelyCapabilityTypes, undefined].map((type) => plainCreate(name, type)),
      // A target that rejects optional fields fails their clauses, and is still tested for the others.
      requiredOnly(plainCreate(name)),
    ];
    let rejection = '';
    for (const body of bodies) {
      const exchange = await create('main', body).catch(rethrowUnlessSpent);
      // An agent of an earlier check was created like this.
      if (exchange === undefined && model.made().agents.length > 0) return { body: plainCreate(name) };
      if (exchange === undefined) throw new BudgetSpent("the run's maximum of agents is spent");
      if (exchange.status < 300)
        return { body, id: isObject(exchange.json) ? exchange.json['id'] : undefined };
      rejection = describeResponse(exchange);
    }
    throw new Untested(`a plain valid create was rejected: ${rejection}`);
  });

  const findAgent = async (store: 'main' | 'second'): Promise<string> => {
    const given = target.stores[store]?.agentId;
    if (given !== undefined) return given;
    const [listed] = agentIdsOf(await client.contract.listAgents({ store }));
    if (listed !== undefined) return listed;
    if (target.readOnly) throw new Untested('the store has no agent, and --read-only creates none');
    for (const body of [plainCreate(name), requiredOnly(plainCreate(name))]) {
      const { json } = await create(store, body);
      if (isObject(json) && typeof json['id'] === 'string') return json['id'];
    }
    throw new Untested('the store has no agent, and none could be created; give --agent-id');
  };
  const agents = { main: once(() => findAgent('main')), second: once(() => findAgent('second')) };

  return {
    agentId: (store = 'main') => agents[store](),
    acceptedCreate: async () => (await accepted()).body,
    twinId: async () => {
      const { id } = await accepted();
      return typeof id === 'string' ? id : undefined;
    },
  };
}
