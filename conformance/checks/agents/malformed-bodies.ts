import type { Check, CheckContext } from '../../check.ts';
import { showValue } from '../../client/describe-answer.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { orFull } from '../../runner/fixtures.ts';
import { judgeNothingCreated, markedTwin } from './refused-creates.ts';

/** Texts that are no JSON object, and the valid one cut short. */
function malformed(valid: string): readonly string[] {
  return [
    '',
    '{',
    valid.slice(0, -1),
    `${valid},`,
    'name=Shop&type=customer_support',
    'null',
    '[]',
    '"text"',
    '5',
  ];
}

async function run(context: CheckContext): Promise<void> {
  const valid = JSON.stringify(await markedTwin(context));
  for (const body of malformed(valid)) {
    const headers = { 'content-type': 'application/json' };
    const exchange = orFull(
      await context.client.send({ method: 'POST', path: '/api/agents', headers, body }),
    );
    for (const found of judgeRefusal(exchange, 'R-7-06', 400)) {
      context.breach(
        { ...found, expected: `${found.expected} for the body ${showValue(body.slice(0, 40))}` },
        exchange,
      );
    }
  }
  await judgeNothingCreated(context, 0);
}

/** Source 4.3 and 7: what is no JSON object is an invalid body. */
export const malformedBodies: Check = {
  id: 'agents/malformed-bodies',
  title: 'A create whose body is no JSON object is 400',
  requirements: ['R-7-06', 'R-4.3-05', 'R-7-13', 'R-4.3-09'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 10, messages: 0, agents: 0 },
  writes: true,
  run,
};
