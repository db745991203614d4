import { unexpected } from '../../model/verify-error.ts';
import {
  agentKinds,
  anyMessageCase,
  certainKind,
  plainKind,
  plainMessageCases,
  type AgentKind,
  type MessageCase,
} from '../../arbitraries/messages.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { createdAgents, markOf, sendCreate } from '../agents/create.ts';
import { readReply } from '../../model/read-stream.ts';
import { sendMessage, verifyFollowUp } from './send-message.ts';

const maxPlainLength = 100;

function bodyOfKind(context: CheckContext, plain: AgentCreate, kind: AgentKind): AgentCreate {
  const { name = markOf(context), type, model_provider, system_prompt, limits, tools } = kind;
  const [capability] = plain.config.mcp_capabilities ?? [];
  const known = capability === undefined ? [] : [capability];
  const connections = {
    none: [],
    on: known,
    off: known.map((one) => ({ ...one, enabled: false })),
    twice: [...known, ...known],
    unknown: [...known, { type: 'Order_Status-2', enabled: true }],
  };
  const config: AgentConfig = { model_provider, model_id: plain.config.model_id, system_prompt, ...limits };
  return {
    name,
    type,
    config: tools === undefined ? config : { ...config, mcp_capabilities: connections[tools] },
  };
}

/** The ids of an agent of each kind; where a kind is rejected, which other checks report, that of any agent. */
async function createKinds(context: CheckContext): Promise<readonly string[]> {
  const plain = await context.fixtures.acceptedCreate();
  const other = await context.fixtures.agentId();
  const create = async (kind: AgentKind): Promise<unknown> => {
    const exchange = await sendCreate(context, bodyOfKind(context, plain, kind));
    return createdAgents([exchange])[0]?.['id'];
  };
  const created = context
    .some(agentKinds, fewKinds)
    .map(async (kind) => (await create(kind)) ?? (await create(certainKind(kind))));
  return (await Promise.all(created)).map((id) => (typeof id === 'string' ? id : other));
}

/** Messages of any text are replied to, first ones and follow-ups; how long they may be is open, and a limit is a 4xx. */
async function verifyMessages(
  context: CheckContext,
  agents: readonly string[],
  { kind, messages }: MessageCase,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  let id: string | undefined;
  for (const message of messages) {
    const body = { agent_id: agents[kind % agents.length] ?? '', message };
    const exchange = await sendMessage(context, id === undefined ? body : { ...body, conversation_id: id });
    found.push(...context.model.findingsOf(exchange));
    if (message.length > maxPlainLength && exchange.status >= 400 && exchange.status < 500)
      context.observe('R-8-08', `rejects a message of ${message.length} characters with ${exchange.status}`);
    else if (id !== undefined) found.push(...verifyFollowUp(exchange, 'a follow-up of any text'));
    else if (exchange.status !== 200) {
      const { model_provider, type } = agentKinds[kind] ?? {};
      found.push(unexpected('R-4.1-16', ['reply-of-any-agent', model_provider, type], exchange));
    }
    id ??= readReply(exchange).conversationId;
  }
  return found;
}

/** One message less, plain messages, or the messages for a plain agent: which of them it is. */
function simpler({ kind, messages }: MessageCase): readonly MessageCase[] {
  const plain = messages.map((message, index) =>
    message === 'Hello' ? [] : [messages.with(index, 'Hello')],
  );
  return [
    ...(messages.length > 1 ? messages.map((message) => ({ kind, messages: [message] })) : []),
    ...plain.flat().map((plainer) => ({ kind, messages: plainer })),
    ...(kind === plainKind ? [] : [{ kind: plainKind, messages }]),
  ];
}

const runs = 3;
const few = 6;
const fewKinds = 2;

/** Source 4.1 and 6: any message, to an agent of any configuration, first and after others. */
export const generatedMessages: Check = {
  id: 'chat-stream/generated-messages',
  title:
    'Messages and follow-ups of every kind and length, to agents of every two values of fields, are replied to',
  requirements: [
    ...(['R-4.1-16', 'R-1-08', 'R-4.1-08', 'R-4.1-09', 'R-6-01', 'R-6-02', 'R-6-05', 'R-6-07'] as const),
    ...(['R-6-09', 'R-6-10', 'R-4.1-10', 'R-4.1-18', 'R-8-08'] as const),
  ],
  profile: 'full',
  run: async (context) => {
    const agents = await createKinds(context);
    await context.forAll({
      label: 'messages',
      arbitrary: anyMessageCase,
      examples: plainMessageCases,
      simpler,
      few,
      runs,
      verify: (one) => verifyMessages(context, agents, one),
    });
  },
};
