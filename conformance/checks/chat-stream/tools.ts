import type { Check, CheckContext } from '../../check.ts';
import { isObject } from '../is-object.ts';
import type { StreamedReply } from './read-stream.ts';
import { talk } from './send-message.ts';

const toolClauses = ['R-6-03', 'R-6-04', 'R-6-08'] as const;

function usesTools(reply: StreamedReply): boolean {
  return reply.events.some(
    (event) => isObject(event) && (event['type'] === 'tool_use' || event['type'] === 'tool_result'),
  );
}

/** An agent with the tool connection that this target accepts; else the agent at hand. */
async function agentWithTools({ client, fixtures, seed }: CheckContext): Promise<string> {
  const body = { ...(await fixtures.acceptedCreate()), name: `Agent with tools ${seed % 10_000}` };
  const exchange = await client.contract.createAgent(body);
  const id = isObject(exchange.json) ? exchange.json['id'] : undefined;
  return exchange.status < 300 && typeof id === 'string' ? id : fixtures.agentId();
}

async function run(context: CheckContext): Promise<void> {
  const agent = await agentWithTools(context);
  const message = 'Search the catalogue for rain shoes under 80 and tell me their prices.';
  const reply = await talk(context, { agent_id: agent, message });
  if (reply === undefined) return;
  for (const found of reply.breaches) {
    if (toolClauses.some((clause) => clause === found.requirement)) context.breach(found, reply.exchange);
  }
  if (!usesTools(reply))
    context.untested('no reply used a tool: name an agent with tools by --agent-id', ...toolClauses);
}

/** Source 6: what a tool call and its result say, and in which order. */
export const tools: Check = {
  id: 'chat-stream/tools',
  title: 'tool_use and tool_result carry their fields, and each result follows its call',
  requirements: [...toolClauses, 'R-4.1-03'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 3, messages: 1, agents: 2 },
  writes: true,
  run,
};
