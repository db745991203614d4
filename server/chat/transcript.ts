import type {
  JSONValue,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { rejectedCall } from './run-reply.ts';
import type { ModelMessage, ReplyPart } from './types.ts';

export interface AnsweredCall {
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
}

interface Step {
  readonly said: (LanguageModelV4TextPart | LanguageModelV4ToolCallPart)[];
  readonly results: LanguageModelV4ToolResultPart[];
}

/**
 * Remembers a reply as it streams, so that what was said survives an abort. Calls that were never answered are left
 * out, since providers refuse them in a history.
 */
export class Transcript {
  readonly #steps: Step[] = [];
  /** Whether the text has anything but white space. */
  hasWords = false;
  /** Characters of what the model said: its text, and the JSON of its calls. */
  size = 0;

  get text(): string {
    const said = this.#steps.flatMap((step) => step.said);
    return said.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }

  /** `size` is the part's own, by `sizeOf`. */
  take(part: ReplyPart, size: number): void {
    this.size += size;
    switch (part.type) {
      case 'text-delta':
        return this.#takeText(part.text);
      case 'start-step':
        this.#steps.push({ said: [], results: [] });
        return undefined;
      case 'tool-call': {
        const { toolCallId, toolName, input } = part;
        this.#step().said.push({ type: 'tool-call', toolCallId, toolName, input });
        return undefined;
      }
      case 'tool-result':
        return this.#takeResult(part, part.output);
      case 'tool-error':
        return this.#takeResult(part, rejectedCall);
      default:
        return undefined;
    }
  }

  /** The reply as model messages, with every tool call next to its result. */
  messages(): ModelMessage[] {
    return this.#steps.flatMap(messagesOfStep);
  }

  /** The answered calls in the order in which they were made, whatever order their results came in. */
  calls(): AnsweredCall[] {
    return this.#steps.flatMap(({ said, results }) =>
      said.flatMap((part) => {
        const result =
          part.type === 'tool-call' && results.find((each) => each.toolCallId === part.toolCallId);
        if (part.type !== 'tool-call' || !result || result.output.type !== 'json') return [];
        return [{ tool: part.toolName, input: part.input, output: result.output.value }];
      }),
    );
  }

  #step(): Step {
    const last = this.#steps.at(-1);
    if (last !== undefined) return last;
    const first: Step = { said: [], results: [] };
    this.#steps.push(first);
    return first;
  }

  #takeText(text: string): void {
    this.hasWords ||= /\S/.test(text);
    const { said } = this.#step();
    const last = said.at(-1);
    if (last?.type === 'text') last.text += text;
    else if (text !== '') said.push({ type: 'text', text });
  }

  #takeResult(call: { toolCallId: string; toolName: string }, output: unknown): void {
    const { toolCallId, toolName } = call;
    this.#step().results.push({ type: 'tool-result', toolCallId, toolName, output: jsonOutput(output) });
  }
}

/** What `size` grows by with this part. The outputs of tools have bounds of their own. */
export function sizeOf(part: ReplyPart): number {
  if (part.type === 'text-delta') return part.text.length;
  return part.type === 'tool-call' ? (JSON.stringify(part.input)?.length ?? 0) : 0;
}

/** What a tool answered, for a model. Outputs came from JSON (MCP) or are our own plain objects, so they are JSON values. */
export function jsonOutput(value: unknown): { type: 'json'; value: JSONValue } {
  return { type: 'json', value: (value ?? null) as JSONValue };
}

function messagesOfStep({ said, results }: Step): ModelMessage[] {
  const answered = new Set(results.map((result) => result.toolCallId));
  const content = said.filter((part) => part.type !== 'tool-call' || answered.has(part.toolCallId));
  const messages: ModelMessage[] = [];
  if (content.length > 0) messages.push({ role: 'assistant', content });
  if (results.length > 0) messages.push({ role: 'tool', content: results });
  return messages;
}
