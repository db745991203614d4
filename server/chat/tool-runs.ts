import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { isObject } from '../support/json.ts';
import type { AgentTools } from '../tools/types.ts';
import type { ReplyPart } from './types.ts';

export type ToolCallPart = Extract<ReplyPart, { type: 'tool-call' }>;
export type ToolOutcomePart = Extract<ReplyPart, { type: 'tool-result' | 'tool-error' }>;

/** The tool calls of one step: each begins when the model has made it, beside the model and the other calls. */
export class ToolRuns {
  readonly #tools: AgentTools;
  readonly #signal: AbortSignal;
  readonly #running: Promise<unknown>[] = [];
  readonly #outcomes: ToolOutcomePart[] = [];

  constructor(tools: AgentTools, signal: AbortSignal) {
    this.#tools = tools;
    this.#signal = signal;
  }

  /** Starts a call; returns it with its input read. */
  begin({ toolCallId, toolName, input: text }: LanguageModelV4ToolCall): ToolCallPart {
    const call = { toolCallId, toolName };
    const tool = this.#tools.get(toolName);
    const input = inputOf(text);
    if (tool === undefined || input === undefined) {
      this.#outcomes.push({ type: 'tool-error', ...call });
      return { type: 'tool-call', ...call, input: input ?? text };
    }
    const run = tool.execute(input, this.#signal).then(
      (output) => this.#outcomes.push({ type: 'tool-result', ...call, output }),
      () => this.#outcomes.push({ type: 'tool-error', ...call }),
    );
    this.#running.push(run);
    void run.then(() => this.#running.splice(this.#running.indexOf(run), 1));
    return { type: 'tool-call', ...call, input };
  }

  /** The next outcome that is there already. */
  next(): ToolOutcomePart | undefined {
    return this.#outcomes.shift();
  }

  get areRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Resolves when one of the running calls has its outcome. */
  async one(): Promise<undefined> {
    await Promise.race(this.#running);
    return undefined;
  }

  /** The next outcome, waited for; undefined when every call has its own. */
  async wait(): Promise<ToolOutcomePart | undefined> {
    while (this.#outcomes.length === 0 && this.areRunning) await this.one();
    return this.#outcomes.shift();
  }
}

/** The object that a call is to have by MCP; undefined where the model sent anything else. */
function inputOf(text: string): Readonly<Record<string, unknown>> | undefined {
  // Models that call a tool without an input send nothing at all.
  if (text.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(text);
    // Whoever copies it by assignment would change what its copy is.
    return isObject(input) && !text.includes('"__proto__"') ? input : undefined;
  } catch {
    return undefined;
  }
}
