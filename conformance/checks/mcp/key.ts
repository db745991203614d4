import { NotOffered, type Check, type CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { knock } from './knock.ts';
import { mcpUrlWith } from './mcp-url.ts';

function otherCase(key: string): string {
  const body = [...key.slice(4)].map((letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return key.slice(0, 4) + body.join('');
}

/** Keys that are not the key, the near ones among them. */
function wrongKeys(key: string): readonly (readonly [what: string, value: string | undefined])[] {
  return [
    ['no key', undefined],
    ['an empty key', ''],
    ['an unknown key of the right form', `svc_${'0aB9'.repeat(8)}`],
    ['the key in another case', otherCase(key)],
    ['the key without its last character', key.slice(0, -1)],
    ['the key and one more character', `${key}x`],
  ];
}

async function run(context: CheckContext): Promise<void> {
  const { mcpUrl, stores } = context.target;
  if (mcpUrl === undefined) throw new NotOffered('this deployment offers no MCP endpoint');
  for (const [what, value] of wrongKeys(stores.main.key)) {
    if (value === stores.main.key) continue;
    const exchange = await knock(context, mcpUrlWith(mcpUrl, value));
    if (exchange.status === 401) continue;
    const requirement: RequirementId = value === undefined && exchange.status < 300 ? 'R-4.6-02' : 'R-5-06';
    const actual = describeAnswer(exchange);
    context.breach({ requirement, expected: `status 401 for ${what} in api_key`, actual }, exchange);
  }
}

/** Source 4.6 and 5: the MCP endpoint takes the key alone, and as a query parameter. */
export const mcpKey: Check = {
  id: 'mcp/key',
  title: 'The MCP endpoint refuses a missing, unknown or nearly right api_key with 401',
  requirements: ['R-4.6-02', 'R-5-06'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 6, messages: 0, agents: 0 },
  needs: ['mcp'],
  writes: false,
  run,
};
