import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ToolRuns } from './tool-runs.ts';
import { StepMessages } from './transcript.ts';
import type { ModelMessage, ReplyPart, ToolOutcomePart } from './types.ts';

export type ModelStream = ReadableStream<LanguageModelV4StreamPart>;
type ModelFinish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Reader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
type ReadResult = Awaited<ReturnType<Reader['read']>>;

/** One call of the model: its stream, and the tool calls that it makes. */
export class ModelStep {
  readonly #reader: Reader;
  readonly #runs: ToolRuns;
  readonly #signal: AbortSignal;
  readonly #messages = new StepMessages();
  #reading: Promise<ReadResult> | undefined;
  #isRead = false;
  /** How the model ended the step; undefined when its stream ended before that. */
  finish: ModelFinish | undefined;

  constructor(stream: ModelStream, runs: ToolRuns, signal: AbortSignal) {
    this.#reader = stream.getReader();
    this.#runs = runs;
    this.#signal = signal;
    signal.addEventListener('abort', this.#cancel);
    if (signal.aborted) this.#cancel();
  }

  get hasCalls(): boolean {
    return this.#messages.hasCalls;
  }

  /** What the next step adds to the prompt. */
  messages(): ModelMessage[] {
    return this.#messages.messages();
  }

  /**
   * The next part; undefined when the stream is read to its end and every call has its outcome, and soon after an
   * abort. Throws what the stream throws.
   */
  async next(): Promise<ReplyPart | undefined> {
    while (!this.#isRead) {
      const outcome = this.#runs.shift();
      if (outcome !== undefined) return this.#withOutcome(outcome);
      const read = await (this.#runs.areRunning ? this.#readBesideRuns() : this.#read());
      if (read?.done === true) this.#isRead = true;
      // stream-start comes before the vendor is even called: it is no sign of life.
      else if (read !== undefined && read.value.type !== 'stream-start') return this.#partOf(read.value);
    }
    const outcome = await this.#runs.next();
    return outcome && this.#withOutcome(outcome);
  }

  /** Releases the stream. Before its end this stops the vendor. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#cancel);
    this.#cancel();
  }

  // A pending read resolves at once, even where the vendor ignores the signal.
  readonly #cancel = (): void => {
    this.#reader.cancel().catch(() => undefined);
  };

  #read(): Promise<ReadResult> {
    const reading = this.#reading ?? this.#reader.read();
    this.#reading = undefined;
    return reading;
  }

  /** Reads on; undefined when a tool call ended first: then the read stays pending for the next time. */
  async #readBesideRuns(): Promise<ReadResult | undefined> {
    const reading = this.#read();
    // It may fail while it is not awaited.
    reading.catch(() => undefined);
    const read = await Promise.race([reading, this.#runs.waitForOne()]);
    if (read === undefined) this.#reading = reading;
    return read;
  }

  #partOf(part: LanguageModelV4StreamPart): ReplyPart {
    this.#messages.add(part);
    switch (part.type) {
      case 'text-delta':
        return { type: 'text-delta', text: part.delta };
      case 'tool-call': {
        // We offer no tools that vendors run.
        if (part.providerExecuted === true) return activity;
        const call = this.#runs.start(part);
        this.#messages.addCall(call, part.providerMetadata);
        return call;
      }
      case 'finish':
        this.finish = part;
        return activity;
      case 'reasoning-delta':
        return { type: 'activity', characters: part.delta.length };
      case 'error':
        return { type: 'error', error: part.error };
      default:
        return activity;
    }
  }

  #withOutcome(outcome: ToolOutcomePart): ToolOutcomePart {
    this.#messages.addOutcome(outcome);
    return outcome;
  }
}

const activity: ReplyPart = { type: 'activity' };
