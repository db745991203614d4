import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { misplacedFields } from '../../arbitraries/misplaced-fields.ts';
import { violationsOf } from '../../arbitraries/violations.ts';
import type { Check } from '../../check.ts';
import { errorBodyClauses } from '../../model/verify-error.ts';
import {
  acceptedAmong,
  countMarked,
  twinsOfKinds,
  verifyNothingCreated,
  verifyViolation,
} from './rejected-creates.ts';

/** Source 2.1, 2.2 and 7: without a required field a create is 400. */
export const requiredFields: Check = {
  id: 'agents/required-fields',
  title: 'A create without one of its required fields at its place is 400, and creates nothing',
  requirements: [
    ...(['R-7-06', 'R-2.1-03', 'R-2.1-05', 'R-2.1-09', 'R-2.2-01', 'R-2.2-04', 'R-2.2-05'] as const),
    ...(['R-2.2-10', 'R-4.3-09'] as const),
    ...errorBodyClauses,
  ],
  profile: 'full',
  // A target that does not require one field of a tool connection accepts six of the creates.
  cost: { requests: 48, messages: 0, agents: 9 },
  fullCost: { requests: 30, messages: 0, agents: 1 },
  run: async (context) => {
    const before = await countMarked(context);
    const twins = await twinsOfKinds(context);
    const violations = twins.flatMap((twin) => violationsOf(schemaOf('AgentCreate'), twin));
    // Each of them with the next kind of agent.
    const misplaced = twins.map((twin) => misplacedFields({ ...twin }));
    const absences = [
      ...violations.filter(({ rule }) => rule === 'required'),
      ...(misplaced[0] ?? []).map((one, index) => misplaced[index % misplaced.length]?.[index] ?? one),
    ];
    const found = (
      await Promise.all(context.some(absences, 26).map((violation) => verifyViolation(context, violation)))
    ).flat();
    context.report(found);
    await verifyNothingCreated(context, before, acceptedAmong(found));
  },
};
