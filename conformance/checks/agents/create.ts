import type { CaseBreach, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { orFull } from '../../runner/fixtures.ts';
import { isObject } from '../is-object.ts';
import type { Agent } from './agent-fields.ts';

/** Sends a create. Throws Untested when the store is full (403), which is no verdict on the body. */
export async function sendCreate({ client }: CheckContext, body: unknown): Promise<Exchange> {
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
export function withConfig(body: Agent, config: Agent): Agent {
  return { ...body, config: { ...(isObject(body['config']) ? body['config'] : {}), ...config } };
}

/** The capability type that this target is known to accept, or undefined. */
export function capabilityTypeOf(accepted: Agent): string | undefined {
  const config = accepted['config'];
  const items = isObject(config) ? config['mcp_capabilities'] : undefined;
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  return isObject(first) && typeof first['type'] === 'string' ? first['type'] : undefined;
}
