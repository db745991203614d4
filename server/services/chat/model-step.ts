import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelMessage } from './model-message.ts';
import type { ReplyPart } from './reply-part.ts';
import { StepMessages } from './step-messages.ts';
import type { ToolOutcomePart, ToolRuns } from './tool-runs.ts';

export type ModelStream = ReadableStream<LanguageModelV4StreamPart>;
type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<LanguageModelV4StreamPart>['read']>>;
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** One call of the model, read part by part, with the tool calls that it makes. */
export class ModelStep {
  // Read by hand: a `for await` over a stream, or another generator, costs a multiple for each part.
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  readonly #runs: ToolRuns;
  readonly #messages = new StepMessages();
  /** The first part, behind the `start-step` that it stands for. */
  #held: LanguageModelV4StreamPart | undefined;
  #reading: Promise<ReadResult> | undefined;
  #hasBegun = false;
  #isRead = false;
  #isOver = false;
  #finish: FinishPart | undefined;

  constructor(stream: ModelStream, runs: ToolRuns) {
    this.#reader = stream.getReader();
    this.#runs = runs;
  }

  /** How the model ended the step; undefined while it goes on, and for good when its stream was cut. */
  get finish(): FinishPart | undefined {
    return this.#finish;
  }

  get hasCalls(): boolean {
    return this.#messages.hasCalls;
  }

  /** The next part; undefined when the step is over: read to its end, and every call answered. Throws what the stream throws. */
  async next(): Promise<ReplyPart | undefined> {
    const outcome = this.#runs.next();
    if (outcome !== undefined) return this.#answered(outcome);
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) return this.#taken(held);
    if (this.#isRead) return this.#last();
    const isBeside = this.#reading !== undefined || this.#runs.areRunning;
    const read = await (isBeside ? this.#readBesideRuns() : this.#reader.read());
    if (read === undefined) return this.next();
    const { done, value } = read;
    if (done) {
      this.#isRead = true;
      return this.#last();
    }
    // Comes before the vendor is even called: it is no sign of life.
    if (value.type === 'stream-start') return this.next();
    if (this.#hasBegun) return this.#taken(value);
    this.#hasBegun = true;
    this.#held = value;
    return { type: 'start-step' };
  }

  /** What the next step has to hear. */
  messages(): ModelMessage[] {
    return this.#messages.read();
  }

  /** After the end it does nothing; before it, it stops the vendor. */
  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  /** The next part of the model; undefined when a tool has answered before it. */
  async #readBesideRuns(): Promise<ReadResult | undefined> {
    const reading = (this.#reading ??= this.#reader.read());
    // It may fail while nobody waits for it, and fails again for whoever does.
    reading.catch(() => undefined);
    const read = await (this.#runs.areRunning ? Promise.race([reading, this.#runs.one()]) : reading);
    if (read !== undefined) this.#reading = undefined;
    return read;
  }

  #taken(part: LanguageModelV4StreamPart): ReplyPart {
    this.#messages.take(part);
    switch (part.type) {
      case 'text-delta':
        return { type: 'text-delta', text: part.delta };
      case 'tool-call': {
        // We offer no tools that vendors run.
        if (part.providerExecuted === true) return activity;
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

  async #last(): Promise<ReplyPart | undefined> {
    if (this.#finish === undefined || this.#isOver) return undefined;
    const outcome = await this.#runs.wait();
    if (outcome !== undefined) return this.#answered(outcome);
    this.#isOver = true;
    const { inputTokens, outputTokens } = this.#finish.usage;
    return {
      type: 'finish-step',
      usage: { inputTokens: inputTokens.total, outputTokens: outputTokens.total },
    };
  }

  #answered(outcome: ToolOutcomePart): ToolOutcomePart {
    this.#messages.takeOutcome(outcome);
    return outcome;
  }
}

const activity: ReplyPart = { type: 'activity' };
