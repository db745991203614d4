import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { measuredText } from '../../arbitraries/hostile-text.ts';
import { violationsOf } from '../../arbitraries/violations.ts';
import type { Check, CheckContext } from '../../check.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { isObject, type AgentCreate, type Exchange, isAccepted } from '../../exchange.ts';
import { sentFields, type Agent } from '../../model/agent-fields.ts';
import { createdAgents, markOf, sendInvalidCreate, withConfig } from './create.ts';
import { verifyCreated } from '../../model/verify-created.ts';
import { hasMorePages, verifyListed } from '../../model/verify-list.ts';

/** A create that our contract does not allow, and the source neither allows nor forbids. */
interface OpenCreate {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly body: unknown;
  /** False for an empty text, in the place of which a service may put one of its own. */
  readonly isKept: boolean;
}

const clauses: Readonly<Record<string, RequirementId>> = {
  'name length': 'R-2.1-14',
  'config.model_id length': 'R-2.2-14',
  'config.max_tokens range': 'R-2.2-15',
  'config.max_tokens whole': 'R-2.2-15',
  'description type': 'R-2.1-14',
  'config.temperature type': 'R-2.2-15',
  'config.max_tokens type': 'R-2.2-15',
  'config.mcp_capabilities type': 'R-2.2-15',
  ' unknown-field': 'R-4.3-08',
};

/** One open violation of each kind; those of a type are null. */
function violatingCreates(twin: AgentCreate): readonly OpenCreate[] {
  const violations = violationsOf(schemaOf('AgentCreate'), twin).filter(({ level }) => level === 'open');
  return Object.entries(clauses).flatMap(([kind, requirement]) =>
    violations
      .filter(({ path, rule }) => `${path} ${rule}` === kind)
      .slice(0, 1)
      .map(({ path, rule, body }) => ({
        what: `${path || 'the body'}: ${rule}`,
        requirement,
        body,
        isKept: rule !== 'length',
      })),
  );
}

// Columns of text often have 255 characters, or 4,000.
const [long, veryLong] = [measuredText(300), measuredText(5000)];

/** Texts beyond the columns of databases, one at a time. */
function longCreates(twin: AgentCreate): readonly OpenCreate[] {
  const top = { name: long, description: veryLong, type: long };
  return [
    ...Object.entries(top).map(([name, text]) => ({ name, body: { ...twin, [name]: text } })),
    { name: 'model_id', body: withConfig(twin, { model_id: long }) },
    {
      name: 'type of a tool',
      body: withConfig(twin, { mcp_capabilities: [{ type: long, enabled: true }] }),
    },
  ].map(({ name, body }) => ({ what: `a long ${name}`, requirement: 'R-2.1-14', body, isKept: true }));
}

/** Verifies that an open create is rejected as the client's error, or accepted with its values. Decisions 0004, 0025 and 0027. */
async function verifyOpen(
  context: CheckContext,
  { what, requirement, body, isKept }: OpenCreate,
): Promise<Exchange> {
  const exchange = await sendInvalidCreate(context, body);
  const outcome = `${isAccepted(exchange) ? 'accepted' : 'rejected'} (${exchange.status})`;
  context.observe(requirement, `${what} beyond our contract is ${outcome}`);
  if (isAccepted(exchange) && isObject(exchange.json) && isKept) context.report(verifyCreated(exchange));
  if (exchange.status >= 500 && !asksToWait(exchange)) {
    context.report(unexpected('R-7-06', ['unusual-create-no-fault', what], exchange));
  }
  return exchange;
}

/** What a create does where the source is silent: it has the choice between a rejection and the values as they are. */
export const openPoints: Check = {
  id: 'agents/open-points',
  title:
    'Empty names, unusual token counts, null, long texts and unknown fields are rejected with 4xx, or accepted and kept',
  requirements: [
    ...(['R-7-06', 'R-4.2-07', 'R-4.3-04', 'R-4.3-06', 'R-2.2-06', 'R-2.2-08', 'R-2.2-09'] as const),
    ...sentFields.map(({ kept }) => kept),
    ...(['R-4.3-08', 'R-2.1-14', 'R-2.2-14', 'R-2.2-15'] as const),
  ],
  profile: 'full',
  run: async (context) => {
    const twin = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
    const created: Agent[] = [];
    for (const one of [...context.some(violatingCreates(twin), 1), ...context.some(longCreates(twin), 1)])
      created.push(...createdAgents([await verifyOpen(context, one)]));
    const list = await context.client.contract.listAgents();
    // The model knows the agents of valid creates alone.
    if (!hasMorePages(list)) context.report(verifyListed(created, list));
  },
};
