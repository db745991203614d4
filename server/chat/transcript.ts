import type {
  JSONValue,
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4StreamPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { rejectedCall } from './tool-runs.ts';
import type { ModelMessage, ReplyPart, ToolCallPart, ToolOutcomePart, ToolResultPart } from './types.ts';

export interface CompletedCall extends Visible {
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** What decides how much of a result a visitor sees. */
type Visible = Pick<ToolResultPart, 'fromCatalog' | 'shown'>;

interface Step {
  readonly content: (LanguageModelV4TextPart | LanguageModelV4ToolCallPart)[];
  readonly results: LanguageModelV4ToolResultPart[];
  /** By the id of the call. */
  readonly visible: Map<string, Visible>;
}

/**
 * A reply as it is stored, kept while it streams so that an abort loses nothing. Calls without a result are left out:
 * providers reject them in a history.
 */
export class Transcript {
  readonly #steps: Step[] = [];
  #current: Step | undefined;
  /** Whether the text has anything but white space. */
  hasWords = false;
  /** Characters of the text and of the calls' JSON. */
  size = 0;

  get text(): string {
    const parts = this.#steps.flatMap((step) => step.content);
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }

  /** `size` is the part's own, by `sizeOf`. */
  add(part: ReplyPart, size: number): void {
    this.size += size;
    switch (part.type) {
      case 'text-delta':
        return this.#addText(part.text);
      case 'tool-call': {
        const { toolCallId, toolName, input } = part;
        this.#step().content.push({ type: 'tool-call', toolCallId, toolName, input });
        return undefined;
      }
      case 'tool-result':
      case 'tool-error': {
        const output = jsonOutput(part.type === 'tool-error' ? rejectedCall : part.output);
        this.#step().results.push(resultOf(part, output));
        if (part.type === 'tool-result') this.#step().visible.set(part.toolCallId, part);
        return undefined;
      }
      case 'finish-step':
        this.#current = undefined;
        return undefined;
      default:
        return undefined;
    }
  }

  /** The reply as model messages, with every tool call next to its result. */
  messages(): ModelMessage[] {
    return this.#steps.flatMap(messagesOfStep);
  }

  /** The calls that have a result, in the order in which they were made. */
  calls(): CompletedCall[] {
    return this.#steps.flatMap(({ content, results, visible }) =>
      content.flatMap((part) => {
        const result =
          part.type === 'tool-call' && results.find((each) => each.toolCallId === part.toolCallId);
        if (part.type !== 'tool-call' || !result || result.output.type !== 'json') return [];
        const { toolName: tool, toolCallId, input } = part;
        const { fromCatalog = false, shown } = visible.get(toolCallId) ?? {};
        return [{ tool, input, output: result.output.value, fromCatalog, shown }];
      }),
    );
  }

  #step(): Step {
    if (this.#current !== undefined) return this.#current;
    this.#current = { content: [], results: [], visible: new Map() };
    this.#steps.push(this.#current);
    return this.#current;
  }

  #addText(text: string): void {
    this.hasWords ||= /\S/.test(text);
    const { content } = this.#step();
    const last = content.at(-1);
    if (last?.type === 'text') last.text += text;
    else if (text !== '') content.push({ type: 'text', text });
  }
}

/** What a part adds to `Transcript.size`. Outputs of tools have a bound of their own. */
export function sizeOf(part: ReplyPart): number {
  if (part.type === 'text-delta') return part.text.length;
  return part.type === 'tool-call' ? (JSON.stringify(part.input)?.length ?? 0) : 0;
}

function messagesOfStep({ content, results }: Step): ModelMessage[] {
  const completed = new Set(results.map((result) => result.toolCallId));
  const kept = content.filter((part) => part.type !== 'tool-call' || completed.has(part.toolCallId));
  const messages: ModelMessage[] = [];
  if (kept.length > 0) messages.push({ role: 'assistant', content: kept });
  if (results.length > 0) messages.push({ role: 'tool', content: results });
  return messages;
}

// Outputs came from JSON (MCP) or are our own plain objects, so they are JSON values.
function jsonOutput(value: unknown): { type: 'json'; value: JSONValue } {
  return { type: 'json', value: (value ?? null) as JSONValue };
}

function resultOf(
  { toolCallId, toolName }: ToolOutcomePart,
  output: LanguageModelV4ToolResultPart['output'],
): LanguageModelV4ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output };
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/**
 * One step as the model gets it back in the next: with its reasoning and the vendor's metadata, because some vendors
 * reject a call that comes back without its signature.
 */
export class StepMessages {
  readonly #content: AssistantContent = [];
  readonly #results: LanguageModelV4ToolResultPart[] = [];
  readonly #open = new Map<string, LanguageModelV4TextPart | LanguageModelV4ReasoningPart>();

  get hasCalls(): boolean {
    return this.#results.length > 0;
  }

  /** Adds text and reasoning, and ignores other parts. */
  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
        return this.#begin(part.id, { type: 'text', text: '' }, part.providerMetadata);
      case 'reasoning-start':
        return this.#begin(part.id, { type: 'reasoning', text: '' }, part.providerMetadata);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#extend(part.id, part.delta, part.providerMetadata);
      case 'text-end':
      case 'reasoning-end':
        return this.#extend(part.id, '', part.providerMetadata);
      default:
        return undefined;
    }
  }

  addCall({ toolCallId, toolName, input }: ToolCallPart, metadata?: SharedV4ProviderMetadata): void {
    this.#content.push({ type: 'tool-call', toolCallId, toolName, input, ...optionsOf(metadata) });
  }

  addOutcome(part: ToolOutcomePart): void {
    const output =
      part.type === 'tool-error'
        ? { type: 'error-json' as const, value: rejectedCall }
        : jsonOutput(part.output);
    this.#results.push(resultOf(part, output));
  }

  messages(): ModelMessage[] {
    return [
      { role: 'assistant', content: this.#content },
      { role: 'tool', content: this.#results },
    ];
  }

  #begin(
    id: string,
    part: LanguageModelV4TextPart | LanguageModelV4ReasoningPart,
    metadata: SharedV4ProviderMetadata | undefined,
  ): void {
    const begun = { ...part, ...optionsOf(metadata) };
    this.#open.set(id, begun);
    this.#content.push(begun);
  }

  #extend(id: string, delta: string, metadata: SharedV4ProviderMetadata | undefined): void {
    const part = this.#open.get(id);
    if (part === undefined) return;
    part.text += delta;
    // The last metadata wins: signatures come with the end.
    if (metadata !== undefined) part.providerOptions = metadata;
  }
}

function optionsOf(metadata: SharedV4ProviderMetadata | undefined): {
  providerOptions?: SharedV4ProviderMetadata;
} {
  return metadata === undefined ? {} : { providerOptions: metadata };
}
