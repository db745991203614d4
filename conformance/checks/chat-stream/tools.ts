import type { Check } from '../../check.ts';
import { isObject } from '../../exchange.ts';
import type { StreamedReply } from '../../model/read-stream.ts';
import { expectReply } from './send-message.ts';

const toolClauses = ['R-6-03', 'R-6-04', 'R-6-14'] as const;

function usesTools(reply: StreamedReply): boolean {
  return reply.events.some(
    (event) => isObject(event) && (event['type'] === 'tool_use' || event['type'] === 'tool_result'),
  );
}

/** Source 6: the fields and the order of tool calls and results. */
export const tools: Check = {
  id: 'chat-stream/tools',
  title: 'tool_use and tool_result carry their fields, and each result follows its call',
  requirements: [...toolClauses, 'R-4.1-03'],
  profile: 'full',
  cost: { requests: 2, messages: 1, agents: 0 },
  run: async (context) => {
    const agent = (await context.fixtures.twinId()) ?? (await context.fixtures.agentId());
    const message = 'Search the catalogue for rain shoes under 80 and tell me their prices.';
    const reply = await expectReply(context, { agent_id: agent, message });
    if (reply === undefined) return;
    if (!usesTools(reply))
      context.untested('no reply used a tool: give an agent with tools by --agent-id', ...toolClauses);
  },
};
