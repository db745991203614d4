import type { Check } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { untestedIfFull } from '../fixtures.ts';
import { markedTwin, countMarked, verifyNothingCreated } from './rejected-creates.ts';
import { isAccepted } from '../../exchange.ts';

/** Bodies that are no JSON object; some are the valid one with one character changed. */
function malformed(valid: string): readonly string[] {
  const form = 'name=Größe 42&type=customer_support';
  return ['', '{', valid.slice(0, -1), `${valid},`, form, 'null', '[]', '"Größe 42 👟"', '5'];
}

/** The fields in an object of the body, where frameworks look for them. */
function wrapped(valid: string): readonly string[] {
  return ['agent', 'data', 'body'].map((name) => `{"${name}":${valid}}`);
}

/** Source 4.3 and 7: a body that is no JSON object is invalid. */
export const malformedBodies: Check = {
  id: 'agents/malformed-bodies',
  title: 'A create whose body is no JSON object, or does not have its fields at the top, is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  profile: 'full',
  cost: { requests: 15, messages: 0, agents: 4 },
  fullCost: { requests: 15, messages: 0, agents: 0 },
  run: async (context) => {
    const before = await countMarked(context);
    const valid = JSON.stringify(await markedTwin(context));
    const headers = { 'content-type': 'application/json' };
    let accepted = 0;
    const verify = async (path: string, body: string): Promise<void> => {
      const exchange = untestedIfFull(await context.client.send({ method: 'POST', path, headers, body }));
      if (isAccepted(exchange)) accepted += 1;
      const where = path.includes('?') ? ', with fields in the query' : '';
      const reason = ` for the body ${showValue(body.slice(0, 40))}${where}`;
      context.report(withReason(verifyErrorResponse(exchange, 'R-7-06', 400), reason));
    };
    for (const body of [...malformed(valid), ...wrapped(valid)]) await verify('/api/agents', body);
    const { name, ...nameless } = await markedTwin(context);
    await verify(`/api/agents?${new URLSearchParams({ name }).toString()}`, JSON.stringify(nameless));
    await verifyNothingCreated(context, before, accepted);
  },
};
