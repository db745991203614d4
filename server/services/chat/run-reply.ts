import type { ChatEvent } from '../../../generated/events.ts';
import type { Clock } from '../../clock.ts';
import { asServiceError } from '../../errors.ts';
import type { ServiceError } from '../../errors.ts';
import type { ChatLimits } from './chat-limits.ts';
import { errorEvent } from './error-event.ts';
import { errorOfEnding } from './error-of-ending.ts';
import type { EventCheck } from './event-check.ts';
import { ReplyContent } from './reply-content.ts';
import { ReplyMeter } from './reply-meter.ts';
import type { ReplyUsage } from './reply-meter.ts';
import type { ReplyPart } from './reply-part.ts';
import { ReplyStopped } from './stop-cause.ts';
import { Transcript } from './transcript.ts';
import { startWatchdog } from './watchdog.ts';

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
 * Yields every event of a reply: its content, then exactly one terminal event, `end` or `error` (source 6), or none
 * when the client is gone, for there is nobody to read it. Returns how the reply ended, once that is settled.
 */
export async function* runReply(run: ReplyRun): AsyncGenerator<ChatEvent, ReplyResult> {
  const { controller, limits, clock, conversationId } = run;
  const transcript = new Transcript();
  const meter = new ReplyMeter(clock);
  const watchdog = startWatchdog(limits, (cause) => controller.abort(new ReplyStopped(cause)));
  const content = new ReplyContent({ ...run, transcript, meter, watchdog });
  let settled: ReplyResult | undefined;
  const settle = async (): Promise<ReplyResult> => {
    watchdog.stop();
    content.close();
    const { error, cause } = errorOfEnding(content.ending, controller.signal);
    const complete = content.ending.type === 'finished';
    settled = { complete, error, cause, transcript, usage: meter.read() };
    try {
      await run.settle(settled);
      return settled;
    } catch (failure) {
      // The next message would not know this reply, so it must not look whole.
      return { ...settled, complete: false, error: asServiceError(failure), cause: failure };
    }
  };
  try {
    for (let event = await content.next(); event !== undefined; event = await content.next()) {
      watchdog.pause();
      yield event;
      watchdog.progress();
    }
    const result = await settle();
    const terminal = terminalOf(result, conversationId);
    if (terminal !== null) yield terminal;
    return result;
  } finally {
    // Only when the reader left in the middle: whatever the model was doing is of no use to anybody.
    if (settled === undefined) {
      if (!controller.signal.aborted) controller.abort(new ReplyStopped('abandoned'));
      await settle();
    }
  }
}

function terminalOf({ complete, error }: ReplyResult, conversationId: string): ChatEvent | null {
  if (complete) return { type: 'end', conversation_id: conversationId };
  return error === null ? null : errorEvent(error);
}
