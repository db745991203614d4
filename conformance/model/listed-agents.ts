import type { CheckContext } from '../check.ts';
import { isObject, type Exchange, type StoreName } from '../exchange.ts';
import type { Agent } from './agent-fields.ts';

/** The agents in a list response, as far as it can be read. */
export function agentsOf({ json }: Exchange): readonly Agent[] {
  const agents = isObject(json) ? json['agents'] : undefined;
  return Array.isArray(agents) ? agents.filter(isObject) : [];
}

/** The ids in a list response, as far as it can be read. */
export function agentIdsOf(exchange: Exchange): readonly string[] {
  return agentsOf(exchange)
    .map(({ id }) => id)
    .filter((id) => typeof id === 'string');
}

/** The agents of a store, as far as its list can be read. */
export async function listedAgents(
  { client }: CheckContext,
  store: StoreName = 'main',
): Promise<readonly Agent[]> {
  return agentsOf(await client.contract.listAgents({ store }));
}
