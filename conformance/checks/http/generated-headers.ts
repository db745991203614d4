import { unexpected } from '../../model/verify-error.ts';
import {
  anyHeaderSet,
  fewerHeaders,
  plainHeaderSets,
  type HeaderSet,
} from '../../arbitraries/header-sets.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { agentsOf } from '../../model/listed-agents.ts';

const runs = 6;

/** The list as with the plain headers. */
async function verifyHeaders(
  { client }: CheckContext,
  known: number,
  { headers, authorization, keyLast }: HeaderSet,
): Promise<readonly Finding[]> {
  const exchange = await client.send({
    method: 'GET',
    path: '/api/agents',
    headers: Object.fromEntries(headers),
    credential: { type: 'store', store: 'main', header: authorization },
    ...(keyLast && { keyLast }),
  });
  if (exchange.status === 200 && agentsOf(exchange).length >= known) return [];
  const requirement = exchange.status === 401 ? 'R-5-02' : 'R-4.2-06';
  return [unexpected(requirement, 'list-with-any-headers', exchange)];
}

/** Source 4.2 and 5.2: headers in any letter case and order (RFC 9110, 5.1 and 5.3), with any legal value. */
export const generatedHeaders: Check = {
  id: 'http/generated-headers',
  title: 'The list is the same with any legal headers beside the key, in any letter case and order',
  requirements: ['R-4.2-06', 'R-5-02'],
  profile: 'full',
  isReadOnly: true,
  run: async (context) => {
    const plain = await context.client.contract.listAgents();
    if (plain.status !== 200) return;
    const known = agentsOf(plain).length;
    await context.forAll({
      label: 'headers',
      arbitrary: anyHeaderSet,
      examples: plainHeaderSets,
      simpler: fewerHeaders,
      runs,
      verify: (set) => verifyHeaders(context, known, set),
    });
  },
};
