import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { toolOutputValue } from './tool-output-value.ts';
import { type Reading, readToolOutput } from './tool-results.ts';
import { type ToolName, toolNameOf } from './tools.ts';

/** A tool call and its result. */
export interface Step {
  readonly tool: ToolName;
  readonly input: unknown;
  readonly reading: Reading;
}

/** A message of the shopper and the tool calls for it. */
export interface Turn {
  readonly said: string;
  readonly steps: Step[];
}

export interface Conversation {
  readonly earlier: readonly Turn[];
  /** The turn to answer; empty without a message of the shopper. */
  readonly current: Turn;
  /** The ids of all tool calls so far: a new id must differ. */
  readonly callIds: ReadonlySet<string>;
}

/** Parses the turns of a prompt. Ignores the system prompt, so that it cannot leak. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const calls = new Map<string, unknown>();
  const turns: Turn[] = [];
  for (const message of prompt) {
    if (message.role === 'user') turns.push({ said: textOf(message), steps: [] });
    else addMessage(message, calls, turns);
  }
  const current = turns.pop() ?? { said: '', steps: [] };
  return { earlier: turns, current, callIds: new Set(calls.keys()) };
}

function textOf(message: Extract<LanguageModelV4Message, { role: 'user' }>): string {
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function addMessage(message: LanguageModelV4Message, calls: Map<string, unknown>, turns: Turn[]): void {
  if (message.role !== 'assistant' && message.role !== 'tool') return;
  for (const part of message.content) {
    if (part.type === 'tool-call') calls.set(part.toolCallId, part.input);
    if (part.type !== 'tool-result') continue;
    const step = stepOf(part, calls.get(part.toolCallId));
    if (step !== undefined) turns.at(-1)?.steps.push(step);
  }
}

function stepOf(part: LanguageModelV4ToolResultPart, input: unknown): Step | undefined {
  const tool = toolNameOf(part.toolName);
  if (tool === undefined) return undefined;
  return { tool, input, reading: readToolOutput(tool, toolOutputValue(part.output)) };
}
