import type { Check } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { verifyErrorBody } from '../../model/verify-error.ts';
import { listTools, mcpNotOffered, mcpUrlWith, sendMcpInitialize } from './mcp-requests.ts';

const operationTools = ['list_agents', 'create_agent', 'send_message', 'get_widget_config'];

/** Our decision 0020: a tool for each operation, the key in either place, and the error body for the rest. */
export const mcpReference: Check = {
  id: 'mcp/reference',
  title:
    'The MCP endpoint has a tool for each operation, accepts the key in the header, and returns errors as the API does',
  requirements: ['R-4.6-03'],
  profile: 'reference',
  cost: { requests: 6, messages: 0, agents: 0 },
  notOffered: mcpNotOffered,
  isReadOnly: true,
  run: async (context) => {
    const { target } = context;
    const tools = await listTools(context, mcpUrlWith(target, target.stores.main.key));
    const missing = operationTools.filter((name) => !tools.includes(name));
    if (missing.length > 0) {
      const actual = `${missing.join(', ')} missing from ${tools.join(', ')}`;
      context.report({ requirement: 'R-4.6-03', expected: 'a tool for each operation', actual });
    }
    const url = mcpUrlWith(target, undefined);
    const withHeader = await sendMcpInitialize(context, url, { type: 'store', store: 'main' });
    if (withHeader.status !== 200) {
      const actual = describeResponse(withHeader);
      const expected = 'the key accepted in Authorization';
      context.report({ requirement: 'R-4.6-03', expected, actual }, withHeader);
    }
    const found = verifyErrorBody(await sendMcpInitialize(context, url));
    context.report(found.map((finding) => ({ ...finding, requirement: 'R-4.6-03' })));
  },
};
