import fc from 'fast-check';
import { hostileTexts, measuredText } from '../../arbitraries/hostile-text.ts';
import { Untested, type Check, type CheckContext, type Finding } from '../../check.ts';
import type { AgentConfig } from '../../exchange.ts';
import { capabilityTypeOf, withConfig } from './create.ts';
import { keptCases } from './kept-cases.ts';

type Capabilities = NonNullable<AgentConfig['mcp_capabilities']>;

const otherType = 'Order_Status-2';

function lists(type: string): readonly Capabilities[] {
  const on = { type, enabled: true };
  const off = { type, enabled: false };
  return [
    [on],
    [off],
    [on],
    [off],
    [on, { type: otherType, enabled: false }],
    [{ type: otherType, enabled: true }, off],
    [
      off,
      { type: otherType, enabled: true },
      { type: 'x', enabled: false },
      { type: otherType.toLowerCase(), enabled: false },
    ],
    [{ type: measuredText(64), enabled: true }],
    // More than 1,024 characters in all, at which MySQL ends a joined text.
    hostileTexts.map((one, index) => ({ type: one, enabled: index % 3 > 0 })),
    Array.from({ length: 20 }, (_, index) => (index % 3 === 1 ? off : on)),
  ];
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const type = capabilityTypeOf(plain);
  if (type === undefined) throw new Untested('no type of tool connection is known that this target accepts');
  const cases = keptCases(context);
  const verify = async (mcp_capabilities: Capabilities): Promise<readonly Finding[]> => {
    const found = await cases.verify(withConfig(plain, { mcp_capabilities }));
    const types = [...new Set(mcp_capabilities.map((item) => item.type))].join(', ');
    if (found === undefined)
      context.observe('R-2.2-13', `rejects ${mcp_capabilities.length} connections of type ${types}`);
    else if (types.includes(otherType)) context.observe('R-2.2-13', 'accepts connections of any type');
    return found ?? [];
  };
  const anyList = fc.array(fc.record({ type: fc.constantFrom(type, otherType), enabled: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  });
  await context.forAll({ label: 'lists', arbitrary: anyList, examples: lists(type), runs: 3, verify });
  await context.client.contract.listAgents();
}

/** Source 2.2: tool connections are kept. */
export const keepsCapabilities: Check = {
  id: 'agents/keeps-capabilities',
  title: 'mcp_capabilities are kept item by item, enabled or not, in the order sent',
  requirements: ['R-2.2-21', 'R-4.2-02', 'R-4.2-07', 'R-4.3-10', 'R-2.2-13'],
  profile: 'exhaustive',
  cost: { requests: 15, messages: 0, agents: 13 },
  writes: true,
  run,
};
