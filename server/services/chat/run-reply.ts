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
import type { EventSink, PartSink } from './sinks.ts';
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
  readonly parts: (take: PartSink) => Promise<void>;
  readonly limits: ChatLimits;
  readonly clock: Clock;
  readonly checkEvent: EventCheck;
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
