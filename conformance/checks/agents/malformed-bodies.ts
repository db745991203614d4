import type { Check, CheckContext } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { verifyErrorResponse, withReason } from '../errors/verify-error.ts';
import { untestedIfFull } from '../fixtures.ts';
import { markedTwin, countMarked, verifyNothingCreated } from './rejected-creates.ts';

/** Bodies that are no JSON object; some are the valid one with one character changed. */
function malformed(valid: string): readonly string[] {
  const form = 'name=Shop&type=customer_support';
  return ['', '{', valid.slice(0, -1), `${valid},`, form, 'null', '[]', '"text"', '5'];
}

async function run(context: CheckContext): Promise<void> {
  const before = await countMarked(context);
  const valid = JSON.stringify(await markedTwin(context));
  const headers = { 'content-type': 'application/json' };
  for (const body of malformed(valid)) {
    const request = { method: 'POST', path: '/api/agents', headers, body };
    const exchange = untestedIfFull(await context.client.send(request));
    const reason = ` for the body ${showValue(body.slice(0, 40))}`;
    context.report(withReason(verifyErrorResponse(exchange, 'R-7-06', 400), reason));
  }
  await verifyNothingCreated(context, before, 0);
}

/** Source 4.3 and 7: a body that is no JSON object is invalid. */
export const malformedBodies: Check = {
  id: 'agents/malformed-bodies',
  title: 'A create whose body is no JSON object is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  level: 'stated',
  profile: 'full',
  cost: { requests: 11, messages: 0, agents: 0 },
  writes: true,
  run,
};
