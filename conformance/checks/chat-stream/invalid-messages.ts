import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import { errorBodyClauses, verifyErrorResponse, withReason } from '../errors/verify-error.ts';
import { chatPath, sendInvalidMessage } from './send-message.ts';

/** One violation of a message's body, and the clause that a server violates by accepting it. */
interface Violation {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly body: (valid: Readonly<Record<string, unknown>>) => unknown;
  /** True for ids: a server may look the id up, and return 404, before it validates the type. */
  readonly mayBeNotFound?: boolean;
  /** False where the body names no agent, so that a 404 is about the agent and not about the path. */
  readonly hasAgentId?: boolean;
}

/** The body without a field. */
function withoutField(name: string): Violation['body'] {
  return ({ [name]: _left, ...rest }) => rest;
}

function wrongTypes(
  name: string,
  requirement: RequirementId,
  values: readonly unknown[],
): readonly Violation[] {
  return values.map((value) => ({
    what: `${name} is ${JSON.stringify(value)}`,
    requirement,
    body: (valid) => ({ ...valid, [name]: value }),
    mayBeNotFound: name.endsWith('_id'),
  }));
}

const missing: readonly Violation[] = [
  { what: 'agent_id is missing', requirement: 'R-4.1-03', body: withoutField('agent_id'), hasAgentId: false },
  { what: 'message is missing', requirement: 'R-4.1-04', body: withoutField('message') },
  { what: 'the body is empty', requirement: 'R-7-01', body: () => ({}), hasAgentId: false },
];

const mistyped: readonly Violation[] = [
  ...wrongTypes('agent_id', 'R-4.1-03', [17, true, null, ['a'], {}, { $gt: '' }, { $ne: null }]),
  ...wrongTypes('message', 'R-4.1-04', [42, false, null, ['Hello'], { text: 'Hello' }]),
  ...wrongTypes('conversation_id', 'R-4.1-05', [7, ['c'], {}, { $gt: '' }]),
  ...wrongTypes('stream', 'R-4.1-07', ['yes', 'true', 'false', '1', 1, []]),
  { what: 'the body is an array', requirement: 'R-7-01', body: (valid) => [valid], hasAgentId: false },
  { what: 'the body is null', requirement: 'R-7-01', body: () => null, hasAgentId: false },
  {
    what: 'the body is a string',
    requirement: 'R-7-01',
    body: (valid) => JSON.stringify(valid),
    hasAgentId: false,
  },
];

/** The clause that a wrong status violates: the violation's own, 400 itself, or that the operation exists. */
function violatedClause({ status }: Exchange, { requirement, hasAgentId }: Violation): RequirementId {
  // Without an id, or with a wrong one, 404 is the agent that was not found.
  if (status === 404) return hasAgentId === false ? requirement : 'R-1-10';
  if (status === 405 || status === 501) return 'R-1-01';
  return status < 300 ? requirement : 'R-7-01';
}

function verify(exchange: Exchange, violation: Violation): readonly Finding[] {
  const statuses = violation.mayBeNotFound === true ? [400, 404] : [400];
  const found = verifyErrorResponse(exchange, violatedClause(exchange, violation), ...statuses);
  return withReason(found, `, as ${violation.what}`);
}

async function verifyRejected(context: CheckContext, violations: readonly Violation[]): Promise<void> {
  const valid = { agent_id: await context.fixtures.agentId(), message: 'Hello' };
  for (const violation of violations) {
    const exchange = await sendInvalidMessage(context, violation.body(valid));
    context.report(verify(exchange, violation));
  }
}

/** A message in the query is none: the body has the fields. */
async function verifyQuery(context: CheckContext): Promise<void> {
  const query = new URLSearchParams({ agent_id: await context.fixtures.agentId(), message: 'Hello' });
  const path = `${chatPath}?${query.toString()}`;
  const exchange = await context.client.send({ method: 'POST', path, json: {} });
  const what = 'the body is empty, and the query has the fields';
  context.report(verify(exchange, { what, requirement: 'R-7-01', body: () => ({}), hasAgentId: false }));
}

async function verifyBrokenJson(context: CheckContext): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{"agent_id":"a","message":', 'Hello', '']) {
    const exchange = await context.client.send({ method: 'POST', path: chatPath, headers, body });
    const what = body === '' ? 'there is no body' : `the body is ${body}`;
    context.report(verify(exchange, { what, requirement: 'R-7-01', body: () => body, hasAgentId: false }));
  }
}

/** Source 4.1 and 7: agent_id and message are required. */
export const missingFields: Check = {
  id: 'chat-stream/missing-fields',
  title: 'A message without agent_id or message is rejected with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-1-01', 'R-1-10', ...errorBodyClauses],
  level: 'stated',
  profile: 'core',
  cost: { requests: 4, messages: 0, agents: 0 },
  writes: true,
  run: (context) => verifyRejected(context, missing),
};

/** Source 4.1 and 7: fields have the types of the table. */
export const invalidMessages: Check = {
  id: 'chat-stream/invalid-messages',
  title:
    'A message with a field of another type, or with a body that is no JSON object, is rejected with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-4.1-05', 'R-4.1-07', ...errorBodyClauses],
  level: 'stated',
  profile: 'full',
  cost: { requests: mistyped.length + 5, messages: 0, agents: 0 },
  writes: true,
  run: async (context) => {
    await verifyRejected(context, mistyped);
    await verifyBrokenJson(context);
    await verifyQuery(context);
  },
};
