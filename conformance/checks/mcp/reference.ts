import { NotOffered, type Check, type CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { judgeErrorBody } from '../errors/judge-error.ts';
import { knock } from './knock.ts';
import { listTools } from './list-tools.ts';
import { mcpUrlWith } from './mcp-url.ts';

const operationTools = ['list_agents', 'create_agent', 'send_message', 'get_widget_config'];

async function run(context: CheckContext): Promise<void> {
  const { mcpUrl, stores } = context.target;
  if (mcpUrl === undefined) throw new NotOffered('this deployment offers no MCP endpoint');
  const tools = await listTools(context, mcpUrlWith(mcpUrl, stores.main.key));
  const missing = operationTools.filter((name) => !tools.includes(name));
  if (missing.length > 0) {
    const actual = `${missing.join(', ')} missing from ${tools.join(', ')}`;
    context.breach({ requirement: 'R-4.6-03', expected: 'a tool for each operation', actual });
  }
  const url = mcpUrlWith(mcpUrl, undefined);
  const byHeader = await knock(context, url, { type: 'store', store: 'main' });
  if (byHeader.status !== 200) {
    const actual = describeAnswer(byHeader);
    context.breach(
      { requirement: 'R-4.6-03', expected: 'the key accepted in Authorization', actual },
      byHeader,
    );
  }
  const keyless = await knock(context, url);
  for (const found of judgeErrorBody(keyless)) context.breach({ ...found, requirement: 'R-4.6-03' }, keyless);
}

/** Our decision 0020: a tool for each operation, the key in either place, and the error body for the rest. */
export const mcpReference: Check = {
  id: 'mcp/reference',
  title:
    'The MCP endpoint has a tool for each operation, takes the key in the header too, and answers errors as the API',
  requirements: ['R-4.6-03'],
  level: 'open',
  profile: 'reference',
  lane: 'main',
  cost: { requests: 6, messages: 0, agents: 0 },
  needs: ['mcp'],
  writes: false,
  run,
};
