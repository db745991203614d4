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

/** Parses the turns of a prompt, the current one last. Ignores the system prompt, so that it cannot leak. */
export function readConversation(prompt: LanguageModelV4Prompt): { turns: Turn[]; callCount: number } {
  const inputs = new Map<string, unknown>();
  const turns: Turn[] = [];
  for (const { role, content } of prompt) {
    if (role === 'user') {
      const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
      turns.push({ said: texts.join('\n'), steps: [] });
    }
    for (const part of role === 'assistant' || role === 'tool' ? content : []) {
      if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input);
      const tool = part.type === 'tool-result' ? toolNameOf(part.toolName) : undefined;
      if (part.type !== 'tool-result' || tool === undefined) continue;
      const reading = readToolOutput(tool, part.output);
      turns.at(-1)?.steps.push({ tool, input: inputs.get(part.toolCallId), reading });
    }
  }
  return { turns, callCount: inputs.size };
}

/** The available tools, by the names that the prompt gives them. */
export type Tools = Partial<Record<ToolName, string>>;

/** Finds the tools of a call; none if `toolChoice` is none. Of two names of one tool the shortest wins: it has no prefix. */
export function toolsOf({ tools = [], toolChoice }: LanguageModelV4CallOptions): Tools {
  if (toolChoice?.type === 'none') return {};
  const offered = tools.filter(({ type }) => type === 'function').map(({ name }) => name);
  const sorted = offered.toSorted((left, right) => right.length - left.length);
  return Object.fromEntries(sorted.flatMap((name) => [[toolNameOf(name) ?? '', name]]));
}

/** The tool of a name, which has a prefix when two connections offer the same tool. */
function toolNameOf(name: string): ToolName | undefined {
  return toolNames.find((each) => name === each || name.endsWith(`_${each}`));
}
