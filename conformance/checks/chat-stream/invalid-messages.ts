import type { RequirementId } from '../../../generated/requirements.ts';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { doubleViolationsOf, violationsOf, type Violation } from '../../arbitraries/violations.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import { errorBodyClauses, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { chatPath, expectCompleteReply, sendInvalidMessage, sendMessage } from './send-message.ts';
import { hasMorePages } from '../../model/verify-list.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { confusingIds, nearId, likeIds } from '../near-miss/near-ids.ts';

/** The clauses that a server violates by accepting an invalid field. */
const clauses: Readonly<Record<string, RequirementId>> = {
  agent_id: 'R-4.1-03',
  message: 'R-4.1-04',
  conversation_id: 'R-4.1-05',
  stream: 'R-4.1-07',
};

function hasText(body: unknown, name: string): boolean {
  return isObject(body) && typeof body[name] === 'string';
}

/** The clause that a wrong status violates: the one of the field, 400 itself, or that the operation exists. */
function violatedClause({ status }: Exchange, requirement: RequirementId, body: unknown): RequirementId {
  // Without an id, or with a wrong one, 404 is the agent that was not found.
  if (status === 404) return hasText(body, 'agent_id') ? 'R-1-10' : requirement;
  if (status === 405 || status === 501) return 'R-1-01';
  return status < 300 ? requirement : 'R-7-01';
}

/** Verifies that a body is rejected. A server may look an id up, and return 404, before it validates its type. */
function verify(
  exchange: Exchange,
  body: unknown,
  what: string,
  requirement: RequirementId = 'R-7-01',
): readonly Finding[] {
  const isWrongId = (name: string): boolean =>
    isObject(body) && Object.hasOwn(body, name) && !hasText(body, name);
  const mayBeNotFound = isWrongId('agent_id') || isWrongId('conversation_id');
  const statuses = mayBeNotFound ? [400, 404] : [400];
  const found = verifyErrorResponse(exchange, violatedClause(exchange, requirement, body), ...statuses);
  return withReason(found, `, as ${what}`);
}

/** The body without a conversation, unless that is what is wrong. */
function withoutConversation({ path, body }: Violation): unknown {
  if (path === 'conversation_id' || !isObject(body) || typeof body['conversation_id'] !== 'string')
    return body;
  const { conversation_id: _left, ...rest } = body;
  return rest;
}

async function verifyRejected(context: CheckContext, violations: readonly Violation[]): Promise<void> {
  for (const violation of violations) {
    const { path, rule } = violation;
    const body = withoutConversation(violation);
    const what = rule === 'required' ? `${path} is missing` : `the body is ${showValue(body)}`;
    const exchange = await sendInvalidMessage(context, body);
    context.report(verify(exchange, body, what, clauses[path]));
  }
}

async function validBody(context: CheckContext, stream: boolean): Promise<object> {
  return { agent_id: await context.fixtures.agentId(), message: 'Hello', conversation_id: 'c', stream };
}

const schema = schemaOf('ChatRequest');

function absences(valid: object): readonly Violation[] {
  return violationsOf(schema, valid).filter(({ rule }) => rule === 'required');
}

/** Bodies of another type, with two wrong fields, or that would not stream. */
function otherViolations(valid: object): readonly Violation[] {
  const single = violationsOf(schema, valid);
  return [
    ...single.filter(({ rule, level }) => level === 'stated' && rule !== 'required'),
    ...doubleViolationsOf(schema, valid),
    ...absences({ ...valid, stream: false }),
  ];
}

/** A conversation has an agent, but a follow-up names it, too. */
async function verifyFollowUps(context: CheckContext): Promise<void> {
  const opening = { agent_id: await context.fixtures.agentId(), message: 'Hello' };
  const first = await expectCompleteReply(context, opening);
  if (first === undefined) return;
  for (const { path, body } of absences({ ...opening, conversation_id: first.conversationId })) {
    const exchange = await sendInvalidMessage(context, body);
    context.report(verify(exchange, body, `${path} is missing in a follow-up`, clauses[path]));
  }
}

/** A message in the query is none: the body has the fields. */
async function verifyQuery(context: CheckContext): Promise<void> {
  const query = new URLSearchParams({ agent_id: await context.fixtures.agentId(), message: 'Hello' });
  const path = `${chatPath}?${query.toString()}`;
  const exchange = await context.client.send({ method: 'POST', path, json: {} });
  context.report(verify(exchange, {}, 'the body is empty, and the query has the fields'));
}

async function verifyBrokenJson(context: CheckContext): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{"agent_id":"a","message":', 'Hello', '']) {
    const exchange = await context.client.send({ method: 'POST', path: chatPath, headers, body });
    context.report(verify(exchange, undefined, body === '' ? 'there is no body' : `the body is ${body}`));
  }
}

/** Source 4.1 and 7: agent_id and message are required. */
export const missingFields: Check = {
  id: 'chat-stream/missing-fields',
  title: 'A message without agent_id or message is rejected with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-1-01', 'R-1-10', ...errorBodyClauses],
  profile: 'core',
  run: async (context) => {
    await verifyRejected(context, absences(await validBody(context, true)));
    context.report(verify(await sendInvalidMessage(context, {}), {}, 'the body is empty'));
  },
};

/** Source 4.1 and 7: fields have the types of the table. */
export const invalidMessages: Check = {
  id: 'chat-stream/invalid-messages',
  title:
    'A message with a field of another type, or with a body that is no JSON object, is rejected with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-4.1-05', 'R-4.1-07', ...errorBodyClauses],
  profile: 'full',
  run: async (context) => {
    await verifyRejected(context, context.some(otherViolations(await validBody(context, true)), 34));
    await verifyFollowUps(context);
    await verifyBrokenJson(context);
    await verifyQuery(context);
  },
};

async function verifyConfusing(
  context: CheckContext,
  real: string,
  taken: ReadonlySet<unknown>,
): Promise<void> {
  const send = async (agent_id: string, clauseOfReply: RequirementId): Promise<void> => {
    if (taken.has(agent_id)) return;
    const exchange = await sendInvalidMessage(context, { agent_id, message: 'Hello' });
    const found = verifyErrorResponse(exchange, exchange.status < 300 ? clauseOfReply : 'R-7-03', 404, 400);
    context.report(withReason(found, `, for the agent_id ${JSON.stringify(agent_id)}`));
  };
  for (const id of context.some(confusingIds(real), 4)) await send(id, 'R-4.1-03');
  for (const id of likeIds(real)) await send(id, 'R-7-03');
}

/** Source 4.1 and 7: agent_id names one agent exactly, and an unknown one is 404. */
export const unknownAgent: Check = {
  id: 'chat-stream/unknown-agent',
  title: 'A message to an agent that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-03', 'R-4.1-03', ...errorBodyClauses],
  profile: 'full',
  run: async (context) => {
    const real = await context.fixtures.agentId();
    const list = await context.client.contract.listAgents();
    // Such ids may be those of agents on other pages.
    const short = hasMorePages(list) ? ['1', 'default', 'null'] : [];
    const taken = new Set([real, ...agentIdsOf(list), ...short]);
    const unknown = await sendMessage(context, { agent_id: nearId(real, taken), message: 'Hello' });
    context.report(verifyErrorResponse(unknown, 'R-7-03', 404));
    // Ids of another form may be rejected as malformed, but must not reach the agent whose id they resemble.
    for (const [near, stream] of [[`${real}x`], [`${real}0`, false], [real.slice(0, -1), true]] as const) {
      if (near === '' || taken.has(near)) continue;
      // What stream: false returns is open, but not whether there is such an agent.
      const how = stream === undefined ? {} : { stream };
      const exchange = await sendMessage(context, { agent_id: near, message: 'Hello', ...how });
      context.report(verifyErrorResponse(exchange, 'R-4.1-03', 404, 400));
    }
    await verifyConfusing(context, real, taken);
  },
};
