import type { CaseBreach, CheckContext } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../client/contract-client.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { orFull } from '../../runner/fixtures.ts';
import { isObject } from '../is-object.ts';
import type { Agent } from './agent-fields.ts';

/** Sends a create. Throws Untested when the store is full (403), which is no verdict on the body. */
export async function sendCreate({ client }: CheckContext, body: AgentCreate): Promise<Exchange> {
  return orFull(await client.contract.createAgent(body));
}

/** The same for a body that the contract does not allow. */
export async function sendBrokenCreate({ client }: CheckContext, body: unknown): Promise<Exchange> {
  return orFull(await client.send({ method: 'POST', path: '/api/agents', json: body }));
}

export function isAccepted({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** A create that has to be accepted and was not. */
export function refusedBreach(exchange: Exchange, requirement: RequirementId, what: string): CaseBreach {
  return { requirement, expected: `${what} accepted`, actual: describeAnswer(exchange), exchange };
}

/** The created agent of an answer, when it has an id to find it by. */
export function createdAgent({ json }: Exchange): (Agent & { readonly id: string }) | undefined {
  if (!isObject(json) || typeof json['id'] !== 'string') return undefined;
  return { ...json, id: json['id'] };
}

/** The text that marks the agents of one check in a list, and its operator's list of agents. */
export function markOf({ seed }: CheckContext): string {
  return `Conformance ${seed.toString(36)}`;
}

/** A body with other values in its config. */
export function withConfig(body: AgentCreate, config: Partial<AgentConfig>): AgentCreate {
  return { ...body, config: { ...body.config, ...config } };
}

/** The capability type that this target is known to accept, or undefined. */
export function capabilityTypeOf({ config }: AgentCreate): string | undefined {
  return config.mcp_capabilities?.[0]?.type;
}
