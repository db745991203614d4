import type { ChatLimits } from './chat-limits.ts';
import { AbortableReader } from './abortable-reader.ts';
import type { EventCheck } from './event-check.ts';
import { reducePart } from './reduce-part.ts';
import type { ContentEvent, ModelEnding } from './reduce-part.ts';
import type { ReplyMeter } from './reply-meter.ts';
import type { ReplyPart } from './reply-part.ts';
import { ReplyStopped } from './stop-cause.ts';
import { sizeOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';
import type { Watchdog } from './watchdog.ts';

export interface ContentSource {
  readonly parts: AsyncIterable<ReplyPart>;
  readonly limits: Pick<ChatLimits, 'replyCharacters'>;
  readonly check: EventCheck;
  readonly controller: AbortController;
  readonly transcript: Transcript;
  readonly meter: ReplyMeter;
  readonly watchdog: Watchdog;
}

/** The content events of a reply, out of the parts of its model and its tools, remembered and measured as they pass. */
export class ReplyContent {
  readonly #source: ContentSource;
  readonly #reader: AbortableReader<ReplyPart>;
  readonly #unanswered = new Set<string>();
  #ending: ModelEnding = { type: 'aborted' };

  constructor(source: ContentSource) {
    this.#source = source;
    this.#reader = new AbortableReader(source.parts, source.controller.signal);
  }

  /** How the model's stream ended; known after `next` has answered undefined. */
  get ending(): ModelEnding {
    return this.#ending;
  }

  /** The next event; undefined at the end. Never rejects: a failure is an ending. */
  async next(): Promise<ContentEvent | undefined> {
    try {
      for (;;) {
        const { done, value: part } = await this.#reader.next();
        if (done === true) return this.#end({ type: 'cut' });
        this.#source.watchdog.progress();
        const { event, ending } = this.#take(part);
        if (ending !== undefined) return this.#end(ending);
        if (event === undefined) continue;
        this.#source.check(event);
        this.#source.watchdog.content();
        return event;
      }
    } catch (error) {
      const { aborted } = this.#source.controller.signal;
      return this.#end(aborted ? { type: 'aborted' } : { type: 'failed', error });
    }
  }

  /** Ends the model's stream, whatever it is doing. */
  close(): void {
    this.#reader.close();
  }

  #end(ending: ModelEnding): undefined {
    this.#ending = ending;
  }

  #take(part: ReplyPart): ReturnType<typeof reducePart> {
    const { transcript, meter, limits, controller } = this.#source;
    if (answersNothing(part, this.#unanswered)) return {};
    if (transcript.size + sizeOf(part) > limits.replyCharacters) {
      controller.abort(new ReplyStopped('too_large'));
      return { ending: { type: 'aborted' } };
    }
    transcript.take(part);
    meter.take(part);
    return reducePart(part, transcript.hasWords);
  }
}

// A tool_result has to follow the tool_use that it answers (source 6), once, whatever a provider sends.
function answersNothing(part: ReplyPart, unanswered: Set<string>): boolean {
  if (part.type !== 'tool-call' && part.type !== 'tool-result' && part.type !== 'tool-error') return false;
  const call = `${part.toolName} ${part.toolCallId}`;
  if (part.type !== 'tool-call') return !unanswered.delete(call);
  const repeated = unanswered.has(call);
  unanswered.add(call);
  return repeated;
}
