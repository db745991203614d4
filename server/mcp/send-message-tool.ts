import type { ProgressNotification, ProgressToken } from '@modelcontextprotocol/server';
import { collectReply } from '../chat/collect-reply.ts';
import { startReply } from '../chat/reply.ts';
import { contractSchema, withoutField } from './schemas.ts';
import { defineTool, type ToolCall } from './service-tool.ts';

interface SendMessageInput {
  readonly agent_id: string;
  readonly message: string;
  readonly conversation_id?: string;
}

export const sendMessageTool = defineTool<SendMessageInput>({
  name: 'send_message',
  title: 'Talk to an agent',
  description:
    'Sends a message to one agent of this shop and returns its whole reply, the tools that it used, and a ' +
    'conversation_id. Send that conversation_id with the next message to go on where the conversation stopped; ' +
    'without it a new conversation starts. While the agent writes its reply, progress notifications carry the text.',
  // An agent's own connections may do anything.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  // A tool has one result: streaming is what progress notifications are for.
  input: withoutField(contractSchema('ChatRequest'), 'stream'),
  output: contractSchema('ChatReply'),
  run: sendMessage,
});

async function sendMessage({
  deps,
  caller,
  input,
  context,
  signal,
}: ToolCall<SendMessageInput>): Promise<object> {
  const request = {
    storeId: caller.store.id,
    agentId: input.agent_id,
    message: input.message,
    conversationId: input.conversation_id,
    visitor: null,
    channel: 'mcp' as const,
    chatbotId: null,
    isTest: false,
  };
  const reply = await startReply(deps.chat, request, signal);
  const progress = createProgressSender(context.mcpReq);
  try {
    return await collectReply(reply, (event) => {
      if (event.type === 'text') progress.add(event.content);
      if (event.type === 'tool_use') progress.add(`\n[${event.tool}]\n`);
    });
  } finally {
    progress.stop();
  }
}

/** Sends a reply's text while it is being written. */
export interface ProgressSender {
  add(text: string): void;
  /** Discards what is not sent yet: the result has everything. */
  stop(): void;
}

/** Between two notifications. */
const minIntervalMs = 250;

/** The part of a request's context that progress needs. */
export interface ProgressTarget {
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined };
  notify(notification: ProgressNotification): Promise<void>;
}

/** Collects text and sends it in progress notifications, if the client asked for them. */
export function createProgressSender(target: ProgressTarget): ProgressSender {
  const { _meta: meta } = target;
  const progressToken = meta?.progressToken;
  let [message, progress] = ['', 0];
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    if (progressToken === undefined || message === '') return;
    progress += message.length;
    const params = { progressToken, progress, message };
    message = '';
    timer = setTimeout(send, minIntervalMs);
    // A client that is gone needs no progress; the signal ends its call.
    target.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return {
    add(text) {
      message += text;
      if (timer === undefined) send();
    },
    stop: () => clearTimeout(timer),
  };
}
