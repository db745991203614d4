import type { ChatLimits } from './chat-limits.ts';
import type { EventCheck } from './event-check.ts';
import { reducePart } from './reduce-part.ts';
import type { ContentEvent, ModelEnding, Reduction } from './reduce-part.ts';
import type { ReplyMeter } from './reply-meter.ts';
import type { ReplyPart } from './reply-part.ts';
import type { EventSink, PartSink } from './sinks.ts';
import { ReplyStopped } from './stop-cause.ts';
import { sizeOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';
import type { Watchdog } from './watchdog.ts';

export interface ContentSource {
  /** Hands on the parts of the reply until there are none, or `take` wants no more. */
  readonly parts: (take: PartSink) => Promise<void>;
  readonly limits: Pick<ChatLimits, 'replyCharacters'>;
  readonly checkEvent: EventCheck;
  readonly controller: AbortController;
  readonly transcript: Transcript;
  readonly meter: ReplyMeter;
  readonly watchdog: Watchdog;
  readonly send: EventSink;
}

/** The content events of a reply, out of the parts of its model and its tools, remembered and measured as they pass. */
export class ReplyContent {
  readonly #source: ContentSource;
  readonly #unanswered: string[] = [];
  #ending: ModelEnding | undefined;
  #isOver = false;

  constructor(source: ContentSource) {
    this.#source = source;
  }

  /**
   * Sends the events and resolves with how the model's stream ended: at once when the reply is stopped, even where a
   * source (a tool that ignores the signal, say) never answers again. Never rejects: a failure is an ending.
   */
  async send(): Promise<ModelEnding> {
    const { parts, controller } = this.#source;
    const { signal } = controller;
    try {
      // Stopped before it began: no tool is opened and no model called.
      signal.throwIfAborted();
      await untilAborted(
        signal,
        parts((part) => this.#take(part)),
      );
      return this.#ending ?? { type: signal.aborted ? 'aborted' : 'cut' };
    } catch (error) {
      return signal.aborted ? { type: 'aborted' } : { type: 'failed', error };
    } finally {
      this.#isOver = true;
    }
  }

  #take(part: ReplyPart): boolean | Promise<boolean> {
    const { watchdog, checkEvent } = this.#source;
    // What a source still says after it was stopped is not heard.
    if (this.#isOver) return false;
    watchdog.progress();
    const { event, ending } = this.#reduce(part);
    if (ending !== undefined) {
      this.#ending = ending;
      return false;
    }
    if (event === undefined) return true;
    checkEvent(event);
    watchdog.content();
    return this.#handOn(event);
  }

  #handOn(event: ContentEvent): boolean | Promise<boolean> {
    const { send, watchdog } = this.#source;
    const taken = send(event);
    if (typeof taken === 'boolean') return this.#goesOn(taken);
    watchdog.pause();
    return taken.then((isTaken) => {
      watchdog.progress();
      return this.#goesOn(isTaken);
    });
  }

  // Whatever the model was doing is of no use to anybody when the reader has left.
  #goesOn(isTaken: boolean): boolean {
    const { controller } = this.#source;
    if (!isTaken && !controller.signal.aborted) controller.abort(new ReplyStopped('abandoned'));
    return isTaken;
  }

  #reduce(part: ReplyPart): Reduction {
    const { transcript, meter, limits, controller } = this.#source;
    if (answersNothing(part, this.#unanswered)) return {};
    const size = sizeOf(part);
    if (transcript.size + size > limits.replyCharacters) {
      controller.abort(new ReplyStopped('too_large'));
      return { ending: { type: 'aborted' } };
    }
    transcript.take(part, size);
    meter.take(part);
    return reducePart(part, transcript.hasWords);
  }
}

// A tool_result has to follow the tool_use that it answers (source 6), once, whatever a provider sends.
function answersNothing(part: ReplyPart, unanswered: string[]): boolean {
  if (part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'tool-error') return false;
  const call = `${part.toolName} ${part.toolCallId}`;
  const place = unanswered.indexOf(call);
  if (part.type === 'tool-call' && place < 0) unanswered.push(call);
  if (part.type !== 'tool-call' && place >= 0) unanswered.splice(place, 1);
  return part.type === 'tool-call' ? place >= 0 : place < 0;
}

/** Settles as `work` does, or rejects with the reason of the abort as soon as there is one. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(work);
    };
    work.then(settle, settle);
  });
}
