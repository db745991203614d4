import { rejectedText } from '../../model/seen-store.ts';
import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import type { AgentCreate, ApiRequest, Exchange } from '../../exchange.ts';
import { untestedIfFull } from '../fixtures.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { nearId } from '../near-miss/near-ids.ts';
import { markOf, withConfig, verifyAccepted } from './create.ts';

/** A request of the burst, and its own outcome. */
interface Single {
  readonly what: string;
  readonly request: ApiRequest;
  /** The clause of its status. */
  readonly requirement: RequirementId;
  readonly status: 'created' | 200 | 400 | 401 | 404;
}

const rounds = 4;
const list: ApiRequest = { method: 'GET', path: '/api/agents' };
const create = { method: 'POST', path: '/api/agents' };
const chat = { method: 'POST', path: '/api/agents/chat/stream' };
const noKey = { type: 'none' } as const;

function validCreate(valid: AgentCreate, mark: string, index: number): Single {
  const json = { ...valid, name: `${mark} at once ${index}` };
  return { what: 'a valid create', request: { ...create, json }, requirement: 'R-4.3-10', status: 'created' };
}

/** Creates that are invalid in different places, with a name of their own. */
function invalidCreates(valid: AgentCreate, name: string): readonly Single[] {
  const { config: _config, ...rest } = valid;
  const bodies: readonly (readonly [what: string, json: unknown])[] = [
    [
      'of another provider',
      withConfig({ ...valid, name }, { model_provider: 'provider_four' as 'provider_one' }),
    ],
    ['without config', { ...rest, name }],
    ['whose temperature is 2', withConfig({ ...valid, name }, { temperature: 2 })],
    ['whose type is a number', { ...valid, name, type: 5 }],
  ];
  return bodies.map(([what, json]) => ({
    what: `a create ${what}`,
    request: { ...create, json },
    requirement: 'R-7-06',
    status: 400,
  }));
}

/** Other requests, most of them rejected. */
function others(valid: AgentCreate, name: string, agentId: string, unknownId: string): readonly Single[] {
  const message = 'Hello, which shoes are for rain?';
  const single = (
    what: string,
    requirement: RequirementId,
    status: Single['status'],
    request: ApiRequest,
  ): Single => ({ what, requirement, status, request });
  return [
    single('a message', 'R-4.1-16', 200, { ...chat, json: { agent_id: agentId, message } }),
    single('a message to an unknown agent', 'R-7-03', 404, {
      ...chat,
      json: { agent_id: unknownId, message },
    }),
    single('a message without an agent', 'R-7-01', 400, { ...chat, json: { message } }),
    single('a create without a key', 'R-5-06', 401, {
      ...create,
      credential: noKey,
      json: { ...valid, name },
    }),
    single('a configuration without chatbot_id', 'R-7-09', 400, {
      method: 'GET',
      path: '/api/widget/config',
    }),
  ];
}

function reportOutcome(context: CheckContext, single: Single, exchange: Exchange): void {
  const { what, requirement, status } = single;
  const where = ', beside valid and invalid requests';
  if (status === 'created') context.report(withReason(verifyAccepted(exchange, requirement, what), where));
  else if (status !== 200)
    context.report(withReason(verifyErrorResponse(exchange, requirement, status), ` for ${what}${where}`));
  else if (exchange.status !== 200) {
    context.report(unexpected(requirement, ['burst-responds', what, where], exchange));
  }
}

/** Rounds, four in all, of a valid create and an invalid one, the last two with a list; the other requests are among them. */
function burstOf(
  valid: AgentCreate,
  mark: string,
  agentId: string,
  unknownId: string,
  indexes: readonly number[],
): readonly Single[] {
  const name = rejectedText(mark);
  const invalid = invalidCreates(valid, name);
  const rest = others(valid, name, agentId, unknownId);
  const listed: Single = { what: 'a list', request: list, requirement: 'R-4.2-06', status: 200 };
  const inRounds = indexes.map((index) => [
    ...invalid.slice(index, index + 1),
    validCreate(valid, mark, index),
    ...rest.slice(2 * index, 2 * index + 2),
    ...(index < rounds / 2 ? [] : [listed]),
  ]);
  return inRounds.flat();
}

/**
 * Source 4.2, 4.3 and 7: valid and invalid requests of all kinds in flight at once have the outcomes that each would
 * have alone. Each create is followed by a list while others are in flight, and no create follows before the last list,
 * so that it shows what was cached between. `before` is a list.
 */
export async function verifyBurst(context: CheckContext, before: Exchange): Promise<void> {
  const { client, fixtures } = context;
  const valid = await fixtures.acceptedCreate();
  const agentId = await fixtures.agentId();
  const unknownId = nearId(agentId, new Set(agentIdsOf(before)));
  const mark = markOf(context);
  const burst = burstOf(valid, mark, agentId, unknownId, context.some([0, 3, 1, 2], 2));
  const exchanges = await Promise.all(
    burst.map(async ({ request, status }) => {
      const exchange = await client.send(request);
      if (status === 'created') await client.send(list);
      return exchange;
    }),
  );
  await client.send(list);
  for (const exchange of exchanges) if (exchange.request.credential === undefined) untestedIfFull(exchange);
  burst.forEach((single, index) => {
    const exchange = exchanges[index];
    if (exchange !== undefined) reportOutcome(context, single, exchange);
  });
}

/** The clauses that the burst verifies. */
export const burstClauses = [
  ...(['R-4.2-06', 'R-4.3-09', 'R-4.3-10', 'R-4.1-16', 'R-5-06'] as const),
  ...(['R-7-01', 'R-7-03', 'R-7-06', 'R-7-09'] as const),
] as const;
