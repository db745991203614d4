import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { violationsOf, type Violation } from '../../arbitraries/violations.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { describeAnswer, showValue } from '../../client/describe-answer.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { isObject } from '../is-object.ts';
import {
  createdAgent,
  isAccepted,
  markOf,
  refusedBreach,
  sendBrokenCreate,
  sendCreate,
  withConfig,
} from './create.ts';
import { judgeCreated } from './judge-created.ts';
import { agentsIn, readList } from './judge-list.ts';

function decided({ path, rule }: Violation): RequirementId | undefined {
  if (rule === 'unknown-field') return 'R-4.3-08';
  if (path === 'config.max_tokens') return 'R-2.2-15';
  if (rule !== 'length') return undefined;
  return path.startsWith('config.') ? 'R-2.2-14' : 'R-2.1-14';
}

/** Decisions 0002, 0003 and 0001: any type is kept, and a create is 201. */
async function judgeAccepted(context: CheckContext, name: string): Promise<string | undefined> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name, type: 'Gift finder' };
  const body = withConfig(plain, { mcp_capabilities: [{ type: 'Parcel tracker', enabled: true }] });
  const exchange = await sendCreate(context, body);
  if (!isAccepted(exchange)) context.breach(refusedBreach(exchange, 'R-2.1-13', 'any type'), exchange);
  else judgeCreated(exchange).forEach((found) => context.breach(found, exchange));
  if (isAccepted(exchange) && exchange.status !== 201) {
    context.breach(
      { requirement: 'R-4.3-07', expected: 'status 201', actual: describeAnswer(exchange) },
      exchange,
    );
  }
  return createdAgent(exchange)?.id;
}

/** Decisions 0009 and 0010: active, and oldest first. */
async function judgeOrder(context: CheckContext, newest: string | undefined): Promise<void> {
  const exchange = await readList(context);
  const agents = (agentsIn(exchange) ?? []).filter(isObject);
  const other = agents.find(({ status }) => status !== 'active');
  if (other !== undefined) {
    const actual = `status ${showValue(other['status'])}`;
    context.breach(
      { requirement: 'R-3-01', expected: 'status active on every listed agent', actual },
      exchange,
    );
  }
  const stamps = agents.map((agent) => Date.parse(String(agent['created_at'])));
  const sorted = stamps.every((at, index) => index === 0 || at >= (stamps[index - 1] ?? at));
  if (!sorted || (newest !== undefined && agents.at(-1)?.['id'] !== newest)) {
    const actual = `created_at of the last agents: ${agents
      .slice(-3)
      .map((agent) => String(agent['created_at']))
      .join(', ')}`;
    context.breach({ requirement: 'R-4.2-05', expected: 'agents oldest first', actual }, exchange);
  }
}

async function run(context: CheckContext): Promise<void> {
  const twin = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  for (const violation of violationsOf(schemaOf('AgentCreate'), twin)) {
    const requirement = violation.level === 'open' ? decided(violation) : undefined;
    if (requirement === undefined) continue;
    const exchange = await sendBrokenCreate(context, violation.body);
    for (const found of judgeRefusal(exchange, requirement, 400)) {
      const expected = `${found.expected} for ${violation.path || 'the body'} (${violation.rule})`;
      context.breach({ ...found, expected }, exchange);
    }
  }
  await judgeOrder(context, await judgeAccepted(context, markOf(context)));
}

/** Our decisions on creates and lists: 0001 to 0005, 0009 and 0010. */
export const agentsReference: Check = {
  id: 'agents/reference',
  title:
    'A create is 201, keeps any type, refuses unknown fields and what is too long; lists are oldest first',
  requirements: [
    ...(['R-4.3-07', 'R-4.3-08', 'R-2.1-13', 'R-2.1-14', 'R-2.2-13', 'R-2.2-14', 'R-2.2-15'] as const),
    ...(['R-3-01', 'R-4.2-05'] as const),
  ],
  level: 'open',
  profile: 'reference',
  lane: 'main',
  cost: { requests: 28, messages: 0, agents: 1 },
  writes: true,
  run,
};
