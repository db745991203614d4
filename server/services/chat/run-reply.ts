import type { Clock } from '../../clock.ts';
import type { ServiceError } from '../../errors.ts';
import type { EventCheck } from './event-check.ts';
import { errorOfEnding } from './error-of-ending.ts';
import { reducePart } from './reduce-part.ts';
import type { ContentEvent, ModelEnding } from './reduce-part.ts';
import type { ReplyPart } from './reply-part.ts';
import { ReplyMeter } from './reply-meter.ts';
import type { ReplyUsage } from './reply-meter.ts';
import { sizeOf, Transcript } from './transcript.ts';
import { untilAborted } from './until-aborted.ts';
import { startWatchdog } from './watchdog.ts';
import type { Watchdog } from './watchdog.ts';
import type { ChatLimits } from './chat-limits.ts';
import { ReplyStopped } from './stop-cause.ts';

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
  readonly parts: AsyncIterable<ReplyPart>;
  readonly limits: ChatLimits;
  readonly clock: Clock;
  readonly check: EventCheck;
  /** Ends the reply from outside; its reasons are ReplyStopped. */
  readonly controller: AbortController;
  /** Called once, however the reply ends, even when its reader leaves between two events. */
  readonly settle: (result: ReplyResult) => Promise<void>;
}

/**
 * Yields the content events of a reply, and returns its result once that is settled. The terminal event is
 * the caller's to make from the return value, so that there can only be one (source 6).
 */
export async function* runReply(run: ReplyRun): AsyncGenerator<ContentEvent, ReplyResult> {
  const transcript = new Transcript();
  const meter = new ReplyMeter(run.clock);
  const watchdog = startWatchdog(run.limits, (cause) => run.controller.abort(new ReplyStopped(cause)));
  let ending: ModelEnding = { type: 'aborted' };
  let settled: ReplyResult | undefined;
  const settle = async (): Promise<ReplyResult> => {
    watchdog.stop();
    const { error, cause } = errorOfEnding(ending, run.controller.signal);
    settled = { complete: ending.type === 'finished', error, cause, transcript, usage: meter.read() };
    await run.settle(settled);
    return settled;
  };
  try {
    ending = yield* contentEvents(run, transcript, meter, watchdog);
    return await settle();
  } finally {
    // Only when the reader left in the middle: whatever the model was doing is of no use to anybody.
    if (settled === undefined) {
      if (!run.controller.signal.aborted) run.controller.abort(new ReplyStopped('abandoned'));
      await settle();
    }
  }
}

async function* contentEvents(
  { parts, controller, check, limits }: ReplyRun,
  transcript: Transcript,
  meter: ReplyMeter,
  watchdog: Watchdog,
): AsyncGenerator<ContentEvent, ModelEnding> {
  const unanswered = new Set<string>();
  try {
    for await (const part of untilAborted(parts, controller.signal)) {
      watchdog.progress();
      if (answersNothing(part, unanswered)) continue;
      if (transcript.size + sizeOf(part) > limits.replyCharacters) {
        controller.abort(new ReplyStopped('too_large'));
        return { type: 'aborted' };
      }
      transcript.take(part);
      meter.take(part);
      const { event, ending } = reducePart(part, transcript.hasWords);
      if (ending !== undefined) return ending;
      if (event === undefined) continue;
      check(event);
      watchdog.content();
      watchdog.pause();
      yield event;
      watchdog.progress();
    }
    return { type: 'cut' };
  } catch (error) {
    return controller.signal.aborted ? { type: 'aborted' } : { type: 'failed', error };
  }
}

// A tool_result has to follow the tool_use that it answers (source 6), once, whatever a provider sends.
function answersNothing(part: ReplyPart, unanswered: Set<string>): boolean {
  if (part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'tool-error') return false;
  const call = `${part.toolName} ${part.toolCallId}`;
  if (part.type === 'tool-call') {
    const repeated = unanswered.has(call);
    unanswered.add(call);
    return repeated;
  }
  return !unanswered.delete(call);
}
