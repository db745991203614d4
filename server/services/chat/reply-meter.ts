import type { Clock } from '../../clock.ts';
import type { ReplyPart } from './reply-part.ts';

/** What one reply cost. Times are milliseconds from the call of the model. */
export interface ReplyUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly steps: number;
  readonly tool_calls: number;
  /** Until the first text; null when there was none. */
  readonly first_token_ms: number | null;
  readonly total_ms: number;
  readonly finish_reason: string | null;
}

/** Measures one reply from its parts: tokens of every finished step, and times by the monotonic clock. */
export class ReplyMeter {
  readonly #clock: Clock;
  readonly #began: number;
  #inputTokens = 0;
  #outputTokens = 0;
  #steps = 0;
  #toolCalls = 0;
  #firstToken: number | null = null;
  #finishReason: string | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.monotonic();
  }

  take(part: ReplyPart): void {
    if (part.type === 'text-delta') this.#firstToken ??= this.#elapsed();
    if (part.type === 'tool-call') this.#toolCalls += 1;
    if (part.type === 'finish') this.#finishReason = part.finishReason;
    if (part.type === 'finish-step') {
      this.#steps += 1;
      this.#inputTokens += part.usage.inputTokens ?? 0;
      this.#outputTokens += part.usage.outputTokens ?? 0;
    }
  }

  read(): ReplyUsage {
    return {
      input_tokens: this.#inputTokens,
      output_tokens: this.#outputTokens,
      steps: this.#steps,
      tool_calls: this.#toolCalls,
      first_token_ms: this.#firstToken,
      total_ms: this.#elapsed(),
      finish_reason: this.#finishReason,
    };
  }

  #elapsed(): number {
    return Math.round(this.#clock.monotonic() - this.#began);
  }
}
