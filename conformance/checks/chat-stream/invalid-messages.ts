import type { CaseBreach, Check, CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { chatPath, sendBrokenMessage } from './send-message.ts';

/** One violation of a message's body; the clause that it violates is blamed along with 400 itself. */
interface Violation {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly body: (sound: Readonly<Record<string, unknown>>) => unknown;
  /** True where the field names something, which a server may look for, and not find, before it judges the type. */
  readonly mayBeNotFound?: boolean;
}

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
    body: (sound) => ({ ...sound, [name]: value }),
    mayBeNotFound: name.endsWith('_id'),
  }));
}

const missing: readonly Violation[] = [
  { what: 'agent_id is missing', requirement: 'R-4.1-03', body: withoutField('agent_id') },
  { what: 'message is missing', requirement: 'R-4.1-04', body: withoutField('message') },
  { what: 'the body is empty', requirement: 'R-7-01', body: () => ({}) },
];

const mistyped: readonly Violation[] = [
  ...wrongTypes('agent_id', 'R-4.1-03', [17, true, ['a'], {}]),
  ...wrongTypes('message', 'R-4.1-04', [42, false, ['Hello'], { text: 'Hello' }]),
  ...wrongTypes('conversation_id', 'R-4.1-05', [7, ['c'], {}]),
  ...wrongTypes('stream', 'R-4.1-07', ['yes', 1, []]),
  { what: 'the body is an array', requirement: 'R-7-01', body: (sound) => [sound] },
  { what: 'the body is null', requirement: 'R-7-01', body: () => null },
  { what: 'the body is a string', requirement: 'R-7-01', body: (sound) => JSON.stringify(sound) },
];

/** The clause that a wrong answer breaks: the violation's own, 400 itself, or that there is an operation at all. */
function blamed({ status }: Exchange, { requirement }: Violation): RequirementId {
  if (status === 404) return 'R-1-10';
  if (status === 405 || status === 501) return 'R-1-01';
  return status < 300 ? requirement : 'R-7-01';
}

function judge(exchange: Exchange, violation: Violation): readonly CaseBreach[] {
  const statuses = violation.mayBeNotFound === true ? [400, 404] : [400];
  return judgeRefusal(exchange, blamed(exchange, violation), ...statuses).map((found) => ({
    ...found,
    expected: `${found.expected}, as ${violation.what}`,
  }));
}

async function refuseAll(context: CheckContext, violations: readonly Violation[]): Promise<void> {
  const sound = { agent_id: await context.fixtures.agentId(), message: 'Hello' };
  for (const violation of violations) {
    const exchange = await sendBrokenMessage(context, violation.body(sound));
    for (const found of judge(exchange, violation)) context.breach(found, exchange);
  }
}

async function refuseBrokenJson(context: CheckContext): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{"agent_id":"a","message":', 'Hello', '']) {
    const exchange = await context.client.send({ method: 'POST', path: chatPath, headers, body });
    const what = body === '' ? 'there is no body' : `the body is ${body}`;
    for (const found of judge(exchange, { what, requirement: 'R-7-01', body: () => body })) {
      context.breach(found, exchange);
    }
  }
}

const errorClauses = ['R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03', 'R-1-07'] as const;

/** Source 4.1 and 7: agent_id and message are required. */
export const missingFields: Check = {
  id: 'chat-stream/missing-fields',
  title: 'A message without agent_id or message is refused with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-1-01', 'R-1-10', ...errorClauses],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 4, messages: 0, agents: 0 },
  writes: false,
  run: (context) => refuseAll(context, missing),
};

/** Source 4.1 and 7: fields have the types of the table. */
export const invalidMessages: Check = {
  id: 'chat-stream/invalid-messages',
  title: 'A message whose fields are of another type, or whose body is no JSON object, is refused with 400',
  requirements: ['R-7-01', 'R-4.1-03', 'R-4.1-04', 'R-4.1-05', 'R-4.1-07', ...errorClauses],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: mistyped.length + 4, messages: 0, agents: 0 },
  writes: false,
  run: async (context) => {
    await refuseAll(context, mistyped);
    await refuseBrokenJson(context);
  },
};
