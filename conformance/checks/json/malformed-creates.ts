import { malformedJson, malformedNumbers, type JsonCase } from '../../arbitraries/json-cases.ts';
import type { Check } from '../../check.ts';
import { type AgentCreate, isAccepted } from '../../exchange.ts';
import { markedTwin, countMarked, verifyNothingCreated } from '../agents/rejected-creates.ts';
import { plainCreate, untestedIfFull } from '../fixtures.ts';
import { maxFailingCases, requestOf, verifyRejected } from './verify-case.ts';

function casesOf(valid: AgentCreate): readonly JsonCase[] {
  return [
    ...malformedJson({ ...valid }, 'description'),
    ...malformedNumbers({ ...valid }, 'config.max_tokens'),
  ];
}

const fewCases = 20;

/** Source 4.3 and 7, decision 0025: what JSON's grammar does not have, and parsers of other languages accept. */
export const malformedCreates: Check = {
  id: 'json/malformed-creates',
  title: 'A create in an extension of JSON, or with text after it, is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  profile: 'full',
  cost: { requests: casesOf(plainCreate('')).length + 2, messages: 0, agents: maxFailingCases },
  fullCost: { requests: fewCases + 2, messages: 0, agents: 0 },
  run: async (context) => {
    const before = await countMarked(context);
    let failing = 0;
    let accepted = 0;
    for (const one of context.some(casesOf(await markedTwin(context)), fewCases)) {
      if (failing === maxFailingCases) break;
      const exchange = untestedIfFull(await context.client.send(requestOf('/api/agents', one)));
      const found = verifyRejected(exchange, one, 'R-7-06');
      if (found.length > 0) failing += 1;
      if (isAccepted(exchange)) accepted += 1;
      context.report(found);
    }
    await verifyNothingCreated(context, before, accepted);
  },
};
