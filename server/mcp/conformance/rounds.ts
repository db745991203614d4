import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What a tool answers in one round: its result, or what it needs first. */
export type Round = CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

export const named = z.object({ name: z.string() });

export function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

/** Asks the client's user for a name. */
export function askName(message: string): InputRequest {
  return inputRequired.elicit({ message, requestedSchema: named });
}

/** Asks the client's model. */
export function askModel(prompt: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
  });
}

/** What the client's model answered under this key, or undefined. */
export function sampledText(context: ServerContext, key: string): string | undefined {
  const response = inputResponse(context.mcpReq.inputResponses, key);
  if (response.kind !== 'sampling') return undefined;
  const blocks = [response.result.content].flat();
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
