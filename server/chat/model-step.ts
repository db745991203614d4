import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { StepMessages } from './step-messages.ts';
import type { ToolOutcomePart, ToolRuns } from './tool-runs.ts';
import type { ModelMessage, PartSink, ReplyPart } from './types.ts';

export type ModelStream = ReadableStream<LanguageModelV4StreamPart>;
type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<LanguageModelV4StreamPart>['read']>>;
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** One call of the model, read part by part, with the tool calls that it makes. */
export class ModelStep {
  // Read by hand: a `for await` over a stream costs a multiple for each part.
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  readonly #runs: ToolRuns;
  readonly #messages = new StepMessages();
  #hasBegun = false;
  #hasBegunCalls = false;
  #finish: FinishPart | undefined;

  constructor(stream: ModelStream, runs: ToolRuns) {
    this.#reader = stream.getReader();
    this.#runs = runs;
  }

  get hasCalls(): boolean {
    return this.#messages.hasCalls;
  }

  /** What the next step has to hear. */
  messages(): ModelMessage[] {
    return this.#messages.read();
  }

  /**
   * Hands on every part until the step is over: read to its end, and every call answered. Returns how the model ended
   * it; undefined when its stream was cut, or `take` wants no more. Throws what the stream or `take` throws.
   */
  async read(take: PartSink): Promise<FinishPart | undefined> {
    try {
      if (!(await this.#readStream(take)) || this.#finish === undefined) return undefined;
      for (let outcome = await this.#runs.wait(); outcome !== undefined; outcome = await this.#runs.wait()) {
        if (!(await take(this.#answered(outcome)))) return undefined;
      }
      return (await take(usageOf(this.#finish))) ? this.#finish : undefined;
    } finally {
      // After the end it does nothing; before it, it stops the vendor.
      this.#reader.cancel().catch(() => undefined);
    }
  }

  /** Resolves with false when `take` wants no more. */
  async #readStream(take: PartSink): Promise<boolean> {
    for (;;) {
      const read = await (this.#hasBegunCalls ? this.#readBesideRuns(take) : this.#reader.read());
      if (read === undefined) return false;
      if (read.done) return true;
      const { value } = read;
      // Comes before the vendor is even called: it is no sign of life.
      if (value.type === 'stream-start') continue;
      if (!this.#hasBegun && !(await take(startStep))) return false;
      this.#hasBegun = true;
      const goesOn = take(this.#taken(value));
      // Not awaited where it is known: that would be another turn for each part.
      if (goesOn !== true && !(await goesOn)) return false;
    }
  }

  /** The next part of the model, after what tools have answered before it; undefined when `take` wants no more. */
  async #readBesideRuns(take: PartSink): Promise<ReadResult | undefined> {
    const reading = this.#reader.read();
    // It may fail while nobody waits for it, and fails again for whoever does.
    reading.catch(() => undefined);
    for (;;) {
      for (let outcome = this.#runs.next(); outcome !== undefined; outcome = this.#runs.next()) {
        if (!(await take(this.#answered(outcome)))) return undefined;
      }
      if (!this.#runs.areRunning) return reading;
      const read = await Promise.race([reading, this.#runs.one()]);
      if (read !== undefined) return read;
    }
  }

  #taken(part: LanguageModelV4StreamPart): ReplyPart {
    this.#messages.take(part);
    switch (part.type) {
      case 'text-delta':
        return { type: 'text-delta', text: part.delta };
      case 'tool-call': {
        // We offer no tools that vendors run.
        if (part.providerExecuted === true) return activity;
        this.#hasBegunCalls = true;
        const call = this.#runs.begin(part);
        this.#messages.takeCall(call, part.providerMetadata);
        return call;
      }
      case 'finish':
        this.#finish = part;
        return activity;
      case 'error':
        return { type: 'error', error: part.error };
      default:
        return activity;
    }
  }

  #answered(outcome: ToolOutcomePart): ToolOutcomePart {
    this.#messages.takeOutcome(outcome);
    return outcome;
  }
}

const startStep: ReplyPart = { type: 'start-step' };
const activity: ReplyPart = { type: 'activity' };

function usageOf({ usage: { inputTokens, outputTokens } }: FinishPart): ReplyPart {
  return { type: 'finish-step', usage: { inputTokens: inputTokens.total, outputTokens: outputTokens.total } };
}
