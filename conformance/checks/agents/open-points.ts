import type { RequirementId } from '../../../generated/requirements.ts';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { violationsOf } from '../../arbitraries/violations.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isAccepted, markOf, sendInvalidCreate } from './create.ts';

const clauses: Readonly<Record<string, RequirementId>> = {
  'name length': 'R-2.1-14',
  'config.model_id length': 'R-2.2-14',
  'config.max_tokens range': 'R-2.2-15',
  'config.max_tokens whole': 'R-2.2-15',
  ' unknown-field': 'R-4.3-08',
};

async function run(context: CheckContext): Promise<void> {
  const twin = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const violations = violationsOf(schemaOf('AgentCreate'), twin);
  for (const [kind, requirement] of Object.entries(clauses)) {
    const violation = violations.find(
      ({ path, rule, level }) => level === 'open' && `${path} ${rule}` === kind,
    );
    if (violation === undefined) continue;
    const exchange = await sendInvalidCreate(context, violation.body);
    const what = `${violation.path || 'the body'}: ${violation.rule}`;
    const outcome = `${isAccepted(exchange) ? 'accepted' : 'rejected'} (${exchange.status})`;
    context.observe(requirement, `${what} beyond our contract is ${outcome}`);
  }
}

/** What a create does where the source is silent. */
export const openPoints: Check = {
  id: 'agents/open-points',
  title: 'Whether creates accept empty names, unusual token counts and unknown fields',
  requirements: ['R-4.3-08', 'R-2.1-14', 'R-2.2-14', 'R-2.2-15'],
  level: 'open',
  profile: 'full',
  cost: { requests: 5, messages: 0, agents: 5 },
  writes: true,
  run,
};
