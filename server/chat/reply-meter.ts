import type { Clock } from '../support/clock.ts';
import { tokensOf } from './prompt.ts';
import type { ReplyPart, TokenUsage } from './types.ts';

/** What one reply used. Times are milliseconds from its start. */
export interface ReplyUsage {
  readonly input_tokens: number;
  /** The part of `input_tokens` that the vendor had in its cache. */
  readonly cached_tokens: number;
  readonly output_tokens: number;
  /** Whether the vendor has not reported all tokens: the others are estimated. */
  readonly is_estimated: boolean;
  readonly steps: number;
  readonly tool_calls: number;
  /** Until the first text; null when there was none. */
  readonly first_token_ms: number | null;
  readonly total_ms: number;
  readonly finish_reason: string | null;
}

/** A call of the model that has not ended. */
interface OpenStep {
  readonly inputTokens: number;
  characters: number;
  /** Whether the vendor has begun to respond. */
  hasBegun: boolean;
}

/**
 * Measures one reply: tokens as the vendor reports them at the end of a step, or else about as many as were sent and
 * received, and times by the monotonic clock.
 */
export class ReplyMeter {
  readonly #clock: Clock;
  readonly #startedAt: number;
  #inputTokens = 0;
  #cachedTokens = 0;
  #outputTokens = 0;
  #isEstimated = false;
  #open: OpenStep | undefined;
  #steps = 0;
  #toolCalls = 0;
  #firstTokenMs: number | null = null;
  #finishReason: string | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** `size` is the part's own, by `sizeOf`. */
  add(part: ReplyPart, size: number): void {
    if (part.type === 'text-delta') this.#firstTokenMs ??= this.#elapsed();
    if (part.type === 'tool-call') this.#toolCalls += 1;
    if (part.type === 'finish') this.#finishReason = part.finishReason;
    if (part.type === 'start-step') {
      // One that is still open was rejected by its vendor: the fallback replies.
      this.#open = { inputTokens: part.inputTokens, characters: 0, hasBegun: false };
    } else if (part.type === 'finish-step') {
      this.#steps += 1;
      this.#addTokens(part.usage);
    } else if (this.#open !== undefined) {
      this.#open.hasBegun = true;
      this.#open.characters += size + (part.type === 'activity' ? (part.characters ?? 0) : 0);
    }
  }

  /**
   * The usage so far. A call that has not ended counts if its vendor has begun to respond, or was stopped by us: a vendor
   * charges for what it has read. One that it has rejected costs nothing.
   */
  read({ isStopped }: { readonly isStopped: boolean }): ReplyUsage {
    if (this.#open !== undefined && (this.#open.hasBegun || isStopped)) this.#addTokens({});
    return {
      input_tokens: this.#inputTokens,
      cached_tokens: this.#cachedTokens,
      output_tokens: this.#outputTokens,
      is_estimated: this.#isEstimated,
      steps: this.#steps,
      tool_calls: this.#toolCalls,
      first_token_ms: this.#firstTokenMs,
      total_ms: this.#elapsed(),
      finish_reason: this.#finishReason,
    };
  }

  #addTokens({ inputTokens, cachedTokens = 0, outputTokens }: TokenUsage): void {
    const sent = this.#open?.inputTokens ?? 0;
    const received = tokensOf(this.#open?.characters ?? 0);
    this.#isEstimated ||= inputTokens === undefined || outputTokens === undefined;
    this.#inputTokens += inputTokens ?? sent;
    this.#cachedTokens += cachedTokens;
    this.#outputTokens += outputTokens ?? received;
    this.#open = undefined;
  }

  #elapsed(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }
}
