import type { ChatEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import { asServiceError } from '../errors.ts';
import { errorEvent, errorOfEnding, type ReplyEnding, ReplyStopped } from './endings.ts';
import { visibleInput, visibleOutput } from './redact-for-visitor.ts';
import type { ReplyResult } from './settle-reply.ts';
import type { ReplyMeter } from './reply-meter.ts';
import { ReplyTimeouts } from './timeouts.ts';
import { rejectedCall } from './tool-runs.ts';
import { sizeOf, Transcript } from './transcript.ts';
import type { FinishPart, ReplyPart, ReplyVisitor } from './types.ts';

export interface ReplyRun {
  readonly conversationId: string;
  /** Whom the events are for; null for an API key. */
  readonly visitor: ReplyVisitor | null;
  /** Ends soon after an abort of `controller`. */
  readonly parts: AsyncIterable<ReplyPart>;
  readonly limits: ChatLimits;
  readonly meter: ReplyMeter;
  /** Stops the reply; its reasons are ReplyStopped. */
  readonly controller: AbortController;
  /** Called once, however the reply ends, also when the consumer stops early. */
  readonly settle: (result: ReplyResult) => Promise<void>;
}

/**
 * The events of a reply: its content, then exactly one terminal event, `end` or `error` (source 6), or none when the
 * client is gone. Between an abort and the terminal event nothing is emitted. The terminal event comes when the reply is
 * settled, and so does the return of a consumer that stops early. Never throws: a failure is an error event.
 */
export async function* runReply(run: ReplyRun): AsyncGenerator<ChatEvent, ReplyResult> {
  const { controller, limits, meter } = run;
  const { signal } = controller;
  const transcript = new Transcript();
  const pending = new PendingCalls();
  const timeouts = new ReplyTimeouts(limits, (cause) => controller.abort(new ReplyStopped(cause)));
  let ending: ReplyEnding | undefined;
  let result: ReplyResult;
  try {
    signal.throwIfAborted();
    for await (const part of run.parts) {
      const size = sizeOf(part);
      if (transcript.size + size > limits.replyCharacters) controller.abort(new ReplyStopped('too_large'));
      if (signal.aborted) break;
      // Nobody has responded yet.
      if (part.type !== 'start-step') timeouts.progress();
      if (!pending.accepts(part)) continue;
      transcript.add(part, size);
      meter.add(part, size);
      ending = endingOf(part, transcript.hasWords);
      if (ending !== undefined) break;
      const event = eventOf(part, run.visitor);
      if (event === undefined) continue;
      timeouts.content();
      yield event;
      timeouts.progress();
    }
    ending ??= { type: signal.aborted ? 'aborted' : 'truncated' };
  } catch (error) {
    ending = signal.aborted ? { type: 'aborted' } : { type: 'failed', error };
  } finally {
    timeouts.stop();
    if (ending === undefined) {
      // The consumer stopped at a `yield`.
      ending = { type: 'aborted' };
      controller.abort(new ReplyStopped('client_gone'));
    }
    const complete = ending.type === 'finished';
    const usage = meter.read({ isStopped: signal.aborted });
    result = await settled(run, { complete, ...errorOfEnding(ending, signal), transcript, usage });
  }
  const last = terminalEvent(run.conversationId, result);
  if (last !== undefined) yield last;
  return result;
}

/** The last event of a reply (source 6); undefined when the client is gone. */
export function terminalEvent(
  conversationId: string,
  { complete, error }: ReplyResult,
): ChatEvent | undefined {
  if (complete) return { type: 'end', conversation_id: conversationId };
  return error === null ? undefined : errorEvent(error);
}

async function settled(run: ReplyRun, result: ReplyResult): Promise<ReplyResult> {
  try {
    await run.settle(result);
    return result;
  } catch (failure) {
    // The next message would not know this reply, so it must not look complete.
    return { ...result, complete: false, error: asServiceError(failure), cause: failure };
  }
}

/** Tool calls without an outcome so far. */
class PendingCalls {
  readonly #calls = new Set<string>();

  /** A tool_result follows the tool_use of its call (source 6), once, whatever a provider sends. */
  accepts(part: ReplyPart): boolean {
    if (part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'tool-error') return true;
    const call = `${part.toolName} ${part.toolCallId}`;
    if (part.type !== 'tool-call') return this.#calls.delete(call);
    const isNew = !this.#calls.has(call);
    this.#calls.add(call);
    return isNew;
  }
}

function eventOf(part: ReplyPart, visitor: ReplyVisitor | null): ChatEvent | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? undefined : { type: 'text', content: part.text };
    case 'tool-call':
      return { type: 'tool_use', tool: part.toolName, input: visibleInput(part.input, visitor) };
    case 'tool-result':
      return { type: 'tool_result', tool: part.toolName, output: visibleOutput(part, visitor) };
    case 'tool-error':
      return { type: 'tool_result', tool: part.toolName, output: visitor === null ? rejectedCall : {} };
    case 'start-step':
    case 'finish-step':
    case 'finish':
    case 'error':
    case 'activity':
      return undefined;
    default:
      return part satisfies never;
  }
}

// After an `error` part vendors may still send `finish`: the first ending counts.
function endingOf(part: ReplyPart, hasWords: boolean): ReplyEnding | undefined {
  if (part.type === 'error') return { type: 'failed', error: part.error };
  if (part.type !== 'finish') return undefined;
  if (part.finishReason === 'error') return { type: 'failed', error: undefined };
  if (isTruncated(part)) return { type: 'truncated' };
  return { type: hasWords ? 'finished' : 'empty' };
}

function isTruncated({ finishReason, rawFinishReason }: FinishPart): boolean {
  return finishReason === 'interrupted' || (finishReason === 'other' && rawFinishReason === undefined);
}
