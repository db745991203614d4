import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4StreamPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { rejectedCall } from './run-reply.ts';
import type { ToolCallPart, ToolOutcomePart } from './tool-runs.ts';
import { jsonOutput } from './transcript.ts';
import type { ModelMessage } from './types.ts';

type Said = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/**
 * What the model said in one step, and what its tools answered, as the next step hears it. Reasoning goes along, and so
 * does what the vendor attached to a part: some refuse a call that comes back without its signature.
 */
export class StepMessages {
  readonly #said: Said = [];
  readonly #results: LanguageModelV4ToolResultPart[] = [];
  readonly #open = new Map<string, LanguageModelV4TextPart | LanguageModelV4ReasoningPart>();

  get hasCalls(): boolean {
    return this.#results.length > 0;
  }

  /** Texts and reasoning. */
  take(part: LanguageModelV4StreamPart): void {
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

  takeCall({ toolCallId, toolName, input }: ToolCallPart, metadata?: SharedV4ProviderMetadata): void {
    this.#said.push({ type: 'tool-call', toolCallId, toolName, input, ...optionsOf(metadata) });
  }

  takeOutcome(part: ToolOutcomePart): void {
    const { toolCallId, toolName } = part;
    const output =
      part.type === 'tool-error'
        ? { type: 'error-json' as const, value: rejectedCall }
        : jsonOutput(part.output);
    this.#results.push({ type: 'tool-result', toolCallId, toolName, output });
  }

  read(): ModelMessage[] {
    return [
      { role: 'assistant', content: this.#said },
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
    this.#said.push(begun);
  }

  #extend(id: string, delta: string, metadata: SharedV4ProviderMetadata | undefined): void {
    const part = this.#open.get(id);
    if (part === undefined) return;
    part.text += delta;
    // The last word counts: signatures come with the end.
    if (metadata !== undefined) part.providerOptions = metadata;
  }
}

function optionsOf(metadata: SharedV4ProviderMetadata | undefined): {
  providerOptions?: SharedV4ProviderMetadata;
} {
  return metadata === undefined ? {} : { providerOptions: metadata };
}
