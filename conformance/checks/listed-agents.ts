import type { CheckContext } from '../check.ts';
import type { Exchange, StoreName } from '../client/exchange.ts';
import { isObject } from './is-object.ts';

type Agent = Readonly<Record<string, unknown>>;

function agentsOf({ json }: Exchange): readonly Agent[] {
  const agents = isObject(json) ? json['agents'] : undefined;
  return Array.isArray(agents) ? agents.filter(isObject) : [];
}

/** The ids in the answer to a list. */
export function agentIdsOf(exchange: Exchange): readonly string[] {
  return agentsOf(exchange)
    .map((agent) => agent['id'])
    .filter((id) => typeof id === 'string');
}

function list({ client }: CheckContext, store: StoreName): Promise<Exchange> {
  return client.contract.listAgents({ store });
}

/** The agents of a store, as far as its list can be read. */
export async function listedAgents(
  context: CheckContext,
  store: StoreName = 'main',
): Promise<readonly Agent[]> {
  return agentsOf(await list(context, store));
}

/** The ids of a store's agents, as far as its list can be read. */
export async function knownAgentIds(
  context: CheckContext,
  store: StoreName = 'main',
): Promise<readonly string[]> {
  return agentIdsOf(await list(context, store));
}
