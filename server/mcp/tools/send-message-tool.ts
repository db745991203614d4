import { collectReply } from '../../services/chat/collect-reply.ts';
import { startReply } from '../../services/chat/start-reply.ts';
import { ReplyStopped } from '../../services/chat/stop-cause.ts';
import { contractSchema, withoutField } from '../contract-schema.ts';
import { createProgressSender } from '../progress-sender.ts';
import { defineTool, type ToolCall } from '../service-tool.ts';

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
    'without it a new conversation starts. While the agent answers, progress notifications carry its words.',
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
    visitorId: null,
  };
  const reply = await startReply(deps.chat, request, controllerOf(signal));
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

function controllerOf(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(new ReplyStopped('client_gone'));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return controller;
}
