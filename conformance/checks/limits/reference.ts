import type { Check } from '../../check.ts';

/** Our decision 0012: each response to a key whose store has a limit has the rate limit headers. */
export const limitsReference: Check = {
  id: 'limits/reference',
  title: 'The response to a list of a store with a limit has the rate limit headers',
  requirements: ['R-8-07'],
  profile: 'reference',
  limitsOf: 'limited', // after the checks that measure the limit of this store
  needs: ['limited-store', 'limited-rpm'],
  cost: { requests: 1, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async ({ client, report }) => {
    // Raw: a 429 has the headers, too, so there is no minute to wait for.
    const credential = { type: 'store', store: 'limited' } as const;
    const exchange = await client.send({ method: 'GET', path: '/api/agents', credential, raw: true });
    for (const name of ['ratelimit', 'ratelimit-policy']) {
      if (exchange.headers[name] !== undefined) continue;
      const expected = `a ${name} header in every response to a key whose store has a limit`;
      report({ requirement: 'R-8-07', expected, actual: `no ${name} in the response to a list` }, exchange);
    }
  },
};
