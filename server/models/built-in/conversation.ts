import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Reading, readToolOutput, type ToolName, toolNames } from './tool-results.ts';

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
  const inputs = new Map<string, unknown>();
  const turns: Turn[] = [];
  for (const { role, content } of prompt) {
    if (role === 'system') continue;
    if (role === 'user')
      turns.push({
        said: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
        steps: [],
      });
    else
      for (const part of content) {
        if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
        const tool = part.type === 'tool-result' ? toolNameOf(part.toolName) : undefined;
        if (part.type !== 'tool-result' || tool === undefined) continue;
        const reading = readToolOutput(tool, part.output);
        turns.at(-1)?.steps.push({ tool, input: inputs.get(part.toolCallId), reading });
      }
  }
  const current = turns.pop() ?? { said: '', steps: [] };
  return { earlier: turns, current, callIds: new Set(inputs.keys()) };
}

/** The available tools, by the names that the prompt gives them. */
export type Tools = Partial<Record<ToolName, string>>;

/** Finds the tools of a call; none if `toolChoice` is none. Exact names precede prefixed ones. */
export function toolsOf({
  tools = [],
  toolChoice,
}: Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>): Tools {
  if (toolChoice?.type === 'none') return {};
  const offered = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  const prefixed = offered.map((name) => [toolNameOf(name), name] as const);
  const exact = offered.map((name) => [toolNames.find((each) => each === name), name] as const);
  return Object.fromEntries([...prefixed, ...exact].filter(([tool]) => tool !== undefined));
}

/** The tool of a name, which has a prefix when two connections offer the same tool. */
function toolNameOf(name: string): ToolName | undefined {
  return toolNames.find((each) => name === each || name.endsWith(`_${each}`));
}
