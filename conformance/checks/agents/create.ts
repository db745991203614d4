import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext, Finding } from '../../check.ts';
import { isAccepted, isObject, type AgentConfig, type AgentCreate, type Exchange } from '../../exchange.ts';
import { untestedIfFull } from '../fixtures.ts';
import type { Agent } from '../../model/agent-fields.ts';

/** Sends a valid create. Throws Untested when the store is full (403), which is no finding about the body. */
export async function sendCreate({ client }: CheckContext, body: AgentCreate): Promise<Exchange> {
  return untestedIfFull(await client.contract.createAgent(body));
}

/** Sends a body that the contract does not allow. Throws Untested when the store is full (403). */
export async function sendInvalidCreate(
  { client }: CheckContext,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  return untestedIfFull(await client.send({ method: 'POST', path: '/api/agents', json: body, headers }));
}

/** The finding of a valid create that was rejected; `what` was sent. */
export function notAccepted(exchange: Exchange, requirement: RequirementId, what: string): Finding {
  return unexpected(requirement, ['valid-create-accepted', what], exchange);
}

/** The finding of a create that was not accepted, as `requirement` demands; the model verifies what was. */
export function verifyAccepted(
  exchange: Exchange,
  requirement: RequirementId,
  what: string,
): readonly Finding[] {
  return isAccepted(exchange) ? [] : [notAccepted(exchange, requirement, what)];
}

/** The agents of accepted creates, as far as they have an id to find them by. */
export function createdAgents(exchanges: readonly Exchange[]): readonly Agent[] {
  const agents = exchanges.filter(isAccepted).map(({ json }) => json);
  return agents.filter(isObject).filter(({ id }) => typeof id === 'string');
}

/** The name of the agents that one check creates, so that the check and the operator find them in a list. */
export function markOf({ seed }: CheckContext): string {
  return `Conformance ${seed.toString(36)}`;
}

/** A body with other values in its config. */
export function withConfig(body: AgentCreate, config: Partial<AgentConfig>): AgentCreate {
  return { ...body, config: { ...body.config, ...config } };
}

/** The capability type that this target accepts, or undefined when none is known. */
export function capabilityTypeOf({ config }: AgentCreate): string | undefined {
  return config.mcp_capabilities?.[0]?.type;
}
