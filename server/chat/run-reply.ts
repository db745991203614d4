import type { ChatEvent, TextEvent, ToolResultEvent, ToolUseEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import { asServiceError, type ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';
import { isObject } from '../support/json.ts';
import { errorEvent, errorOfEnding, ReplyStopped } from './endings.ts';
import { ReplyMeter, type ReplyUsage } from './settle-reply.ts';
import { startWatchdog, type Watchdog } from './timeouts.ts';
import { sizeOf, Transcript } from './transcript.ts';
import type { EventSink, PartSink, ReplyPart } from './types.ts';
import type { EventCheck } from './validate-event.ts';

/** How a reply ended: `error` null and `complete` true for a whole one; both empty when nobody is left to tell. */
export interface ReplyResult {
  readonly complete: boolean;
  readonly error: ServiceError | null;
  readonly transcript: Transcript;
  readonly usage: ReplyUsage;
  /** What went wrong, for the log. */
  readonly cause: unknown;
}

export interface ReplyRun {
  readonly conversationId: string;
  readonly parts: (take: PartSink) => Promise<void>;
  readonly limits: ChatLimits;
  readonly clock: Clock;
  readonly checkEvent?: EventCheck | undefined;
  /** Ends the reply from outside; its reasons are ReplyStopped. */
  readonly controller: AbortController;
  /** Called once, however the reply ends, even when its reader leaves between two events. */
  readonly settle: (result: ReplyResult) => Promise<void>;
}

/**
 * Sends every event of a reply: its content, then exactly one terminal event, `end` or `error` (source 6), or none
 * when the client is gone, for there is nobody to read it. A reply that is stopped while its reader is behind ends at
 * once: its last event does not wait for the one before. Resolves with how the reply ended, once that is settled.
 * Rejects only with what `send` throws for the terminal event.
 */
export async function runReply(run: ReplyRun, send: EventSink): Promise<ReplyResult> {
  const { controller, limits, clock, conversationId } = run;
  const transcript = new Transcript();
  const meter = new ReplyMeter(clock);
  const watchdog = startWatchdog(limits, (cause) => controller.abort(new ReplyStopped(cause)));
  const ending = await new ReplyContent({ ...run, transcript, meter, watchdog, send }).send();
  watchdog.stop();
  const { error, cause } = errorOfEnding(ending, controller.signal);
  const complete = ending.type === 'finished';
  const result = await settled(run, { complete, error, cause, transcript, usage: meter.read() });
  const terminal = terminalOf(result, conversationId);
  if (terminal !== null) await send(terminal);
  return result;
}

async function settled(run: ReplyRun, result: ReplyResult): Promise<ReplyResult> {
  try {
    await run.settle(result);
    return result;
  } catch (failure) {
    // The next message would not know this reply, so it must not look whole.
    return { ...result, complete: false, error: asServiceError(failure), cause: failure };
  }
}

function terminalOf({ complete, error }: ReplyResult, conversationId: string): ChatEvent | null {
  if (complete) return { type: 'end', conversation_id: conversationId };
  return error === null ? null : errorEvent(error);
}

export interface ContentSource {
  /** Hands on the parts of the reply until there are none, or `take` wants no more. */
  readonly parts: (take: PartSink) => Promise<void>;
  readonly limits: Pick<ChatLimits, 'replyCharacters'>;
  readonly checkEvent?: EventCheck | undefined;
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
    checkEvent?.(event);
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

/** The events that may come before the terminal one. */
export type ContentEvent = TextEvent | ToolUseEvent | ToolResultEvent;

/** How the model's stream ended. */
export type ModelEnding =
  | { readonly type: 'finished' }
  /** The stream stopped without a finish reason: the connection to the provider was cut. */
  | { readonly type: 'cut' }
  /** It finished and said nothing. */
  | { readonly type: 'silent' }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'aborted' };

export interface Reduction {
  readonly event?: ContentEvent;
  readonly ending?: ModelEnding;
}

/**
 * What one part of the model's stream means to the reader: an event, the end, or nothing.
 * `hasWords` says whether the reply has any text so far that can be read. After an `error` part
 * vendors may still send `finish`; callers stop at the first ending, so that there is only ever one.
 */
export function reducePart(part: ReplyPart, hasWords: boolean): Reduction {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? {} : { event: { type: 'text', content: part.text } };
    case 'tool-call':
      return { event: { type: 'tool_use', tool: part.toolName, input: asObject(part.input, 'input') } };
    case 'tool-result':
      return { event: toolResult(part.toolName, part.output) };
    case 'tool-error':
      return { event: toolResult(part.toolName, rejectedCall) };
    case 'finish':
      return { ending: endingOf(part, hasWords) };
    case 'error':
      return { ending: { type: 'failed', error: part.error } };
    case 'start-step':
    case 'finish-step':
    case 'activity':
      return {};
    default:
      return part satisfies never;
  }
}

// The raw exception of a tool-error part stays here: it may hold anything.
export const rejectedCall = { error: 'The tool does not exist or does not take this input.' };

function toolResult(tool: string, output: unknown): ToolResultEvent {
  return { type: 'tool_result', tool, output: asObject(output, 'result') };
}

function endingOf(part: Extract<ReplyPart, { type: 'finish' }>, hasWords: boolean): ModelEnding {
  if (part.finishReason === 'error') return { type: 'failed', error: undefined };
  if (part.finishReason === 'interrupted') return { type: 'cut' };
  if (part.finishReason === 'other' && part.rawFinishReason === undefined) return { type: 'cut' };
  return { type: hasWords ? 'finished' : 'silent' };
}

/** Events carry objects (source 6); anything else is put under `name`. */
export function asObject(value: unknown, name: string): Record<string, unknown> {
  if (isObject(value)) return { ...value };
  return { [name]: value ?? null };
}
