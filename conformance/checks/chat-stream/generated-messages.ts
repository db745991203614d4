import {
  agentKinds,
  anyMessageCase,
  longMessages,
  shortMessages,
  type MessageCase,
} from '../../arbitraries/messages.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { createdAgents, markOf, sendCreate } from '../agents/create.ts';
import { readReply } from './read-stream.ts';
import { sendMessage } from './send-message.ts';

const maxPlainLength = 100;

/** The body of an agent of a kind; what a kind leaves out is omitted. */
function bodyOfKind(name: string, plain: AgentCreate, kind: (typeof agentKinds)[number]): AgentCreate {
  const { provider, type, ...rest } = { prompt: 'Be brief.', ...kind };
  const [capability] = plain.config.mcp_capabilities ?? [];
  const unknownTool = { type: 'Order_Status-2', enabled: true };
  const tools = {
    none: [],
    twice: capability ? [capability, capability] : [],
    unknown: [...(capability ? [capability] : []), unknownTool],
  };
  const config: AgentConfig = {
    model_provider: provider,
    model_id: plain.config.model_id,
    system_prompt: rest.prompt ?? 'Be brief.',
    ...('temperature' in rest && { temperature: rest.temperature, max_tokens: rest.max_tokens }),
    ...('enabled' in rest && capability && { mcp_capabilities: [{ ...capability, enabled: rest.enabled }] }),
    ...('tools' in rest && { mcp_capabilities: tools[rest.tools] }),
  };
  return { name: 'name' in rest ? rest.name : name, type, config };
}

/** The ids of an agent of each kind; where a kind is rejected, which other checks report, that of any agent. */
async function createKinds(context: CheckContext): Promise<readonly string[]> {
  const plain = await context.fixtures.acceptedCreate();
  const other = await context.fixtures.agentId();
  const ids: string[] = [];
  for (const kind of agentKinds) {
    const [agent] = createdAgents([await sendCreate(context, bodyOfKind(markOf(context), plain, kind))]);
    ids.push(typeof agent?.['id'] === 'string' ? agent['id'] : other);
  }
  return ids;
}

/** A message of any text is replied to; how long it may be is open, and a limit is a 4xx. */
async function verifyMessage(
  context: CheckContext,
  agents: readonly string[],
  { kind, message }: MessageCase,
  onText: () => void,
): Promise<readonly Finding[]> {
  const exchange = await sendMessage(context, { agent_id: agents[kind] ?? '', message });
  if (exchange.status === 200) {
    const { findings, text } = readReply(exchange);
    if (text !== '') onText();
    return findings;
  }
  if (message.length > maxPlainLength && exchange.status >= 400 && exchange.status < 500) {
    context.observe('R-8-08', `rejects a message of ${message.length} characters with ${exchange.status}`);
    return [];
  }
  const { provider, type } = agentKinds[kind] ?? agentKinds[0];
  const expected = `a reply to a valid message, from an agent of ${provider} and ${type}`;
  return [{ requirement: 'R-4.1-16', expected, actual: describeResponse(exchange), exchange }];
}

/** The message for the plainest agent, or a plain message for the agent: which of the two it is. */
function simpler({ kind, message }: MessageCase): readonly MessageCase[] {
  const plain = 'Hello';
  return [
    ...(message === plain ? [] : [{ kind, message: plain }]),
    ...(kind === 2 || message === plain ? [] : [{ kind: 2, message }]),
  ];
}

async function run(context: CheckContext): Promise<void> {
  const agents = await createKinds(context);
  let hasText = false;
  const onText = (): void => {
    hasText = true;
  };
  await context.forAll({
    label: 'messages',
    arbitrary: anyMessageCase,
    examples: [...shortMessages, ...longMessages].map((message, index) => ({
      kind: index % agentKinds.length,
      message,
    })),
    simpler,
    runs: 4,
    verify: (one) => verifyMessage(context, agents, one, onText),
  });
  if (!hasText) context.untested('no reply has text', 'R-6-02', 'R-6-07');
}

const messages = shortMessages.length + longMessages.length + 4;

/** Source 4.1 and 6: any message, to an agent of any configuration. */
export const generatedMessages: Check = {
  id: 'chat-stream/generated-messages',
  title: 'Messages of every kind and length, to agents of each provider, type and bound, are replied to',
  requirements: [
    ...(['R-4.1-16', 'R-1-08', 'R-4.1-08', 'R-4.1-09', 'R-6-01', 'R-6-02', 'R-6-05', 'R-6-07'] as const),
    ...(['R-6-09', 'R-6-10', 'R-8-08'] as const),
  ],
  level: 'stated',
  profile: 'full',
  cost: { requests: messages + agentKinds.length + 1, messages, agents: agentKinds.length },
  writes: true,
  run,
};
