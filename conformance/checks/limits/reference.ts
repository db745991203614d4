import type { Check, CheckContext } from '../../check.ts';

async function run({ client, breach }: CheckContext): Promise<void> {
  const exchange = await client.contract.listAgents();
  for (const name of ['ratelimit', 'ratelimit-policy']) {
    if (exchange.headers[name] !== undefined) continue;
    const expected = `a ${name} header in every answer to a valid key`;
    breach({ requirement: 'R-8-07', expected, actual: `no ${name} in the answer to a list` }, exchange);
  }
}

/** Our decision 0012: every request counts, and each answer tells what is left. */
export const limitsReference: Check = {
  id: 'limits/reference',
  title: 'The answer to a list tells the rate limit that it counted against',
  requirements: ['R-8-07'],
  level: 'open',
  profile: 'reference',
  lane: 'main',
  cost: { requests: 1, messages: 0, agents: 0 },
  writes: false,
  run,
};
