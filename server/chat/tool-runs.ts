import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { withDatabaseDeadline } from '../db/guard.ts';
import { isObject } from '../support/json.ts';
import { untilAborted } from '../support/until-aborted.ts';
import type { AgentTools, ToolOutput } from '../tools/types.ts';
import type { ToolCallPart, ToolOutcomePart } from './types.ts';

/** The output of a `tool-error`. The exception itself is not shown: it may hold anything. */
export const rejectedCall = { error: 'The tool does not exist or does not take this input.' };

/** The tool calls of one step. Each starts when the model has made it, beside the model and the other calls. */
export class ToolRuns {
  readonly #tools: AgentTools;
  readonly #signal: AbortSignal;
  readonly #running = new Set<Promise<unknown>>();
  readonly #outcomes: ToolOutcomePart[] = [];

  /** An abort of `signal` ends every call, also one whose tool ignores it. */
  constructor(tools: AgentTools, signal: AbortSignal) {
    this.#tools = tools;
    this.#signal = signal;
  }

  get areRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Starts a call; returns it with its input parsed. */
  start({ toolCallId, toolName, input: text }: LanguageModelV4ToolCall): ToolCallPart {
    const call = { toolCallId, toolName };
    const tool = this.#tools.get(toolName);
    const input = parseInput(text);
    if (tool === undefined || input === undefined) {
      this.#outcomes.push({ type: 'tool-error', ...call });
      return { type: 'tool-call', ...call, input: input ?? text };
    }
    // A reply may call many tools: each has a deadline of its own for the database.
    const output = withDatabaseDeadline(() => tool.execute(input, this.#signal));
    const { fromCatalog } = tool;
    const keep = (result: ToolOutput) =>
      this.#outcomes.push({
        type: 'tool-result',
        ...call,
        output: result,
        fromCatalog,
        shown: tool.shows?.(result),
      });
    const run = untilAborted(this.#signal, output).then(keep, () =>
      this.#outcomes.push({ type: 'tool-error', ...call }),
    );
    this.#running.add(run);
    void run.then(() => this.#running.delete(run));
    return { type: 'tool-call', ...call, input };
  }

  /** The next outcome that is there already. */
  shift(): ToolOutcomePart | undefined {
    return this.#outcomes.shift();
  }

  /** Resolves when one of the running calls has its outcome. */
  async waitForOne(): Promise<undefined> {
    await Promise.race(this.#running);
    return undefined;
  }

  /** Waits for the next outcome; undefined when no call is running. */
  async next(): Promise<ToolOutcomePart | undefined> {
    while (this.#outcomes.length === 0 && this.areRunning) await this.waitForOne();
    return this.#outcomes.shift();
  }
}

/** The object that MCP requires as input; undefined where the model sent anything else. */
function parseInput(text: string): Readonly<Record<string, unknown>> | undefined {
  // Models that call a tool without an input send an empty text.
  if (text.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(text);
    // Reject __proto__: Object.assign would set the prototype.
    return isObject(input) && !text.includes('"__proto__"') ? input : undefined;
  } catch {
    return undefined;
  }
}
