import type { ChatEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';

/** A reply as its clients get it. */
export interface ReplyStream {
  readonly conversationId: string;
  /** Aborted when the reply is stopped. */
  readonly signal?: AbortSignal;
  readonly events: AsyncIterable<ChatEvent>;
}

/** A reply that was started, or a stored one. */
type Started = Omit<ReplyStream, 'events'> & {
  readonly events: AsyncIterable<ChatEvent> | Iterable<ChatEvent>;
};

/** What runs a reply that clients may join. */
export interface ReplySource {
  /** Aborted when the reply had no reader for too long. */
  readonly abandoned: AbortSignal;
  /** The events so far. */
  readonly events: readonly ChatEvent[];
  /** Forwards the events of the started reply to all readers; resolves after the last one, however slow readers are. */
  forward(started: Started): Promise<void>;
}

export type JoinableReplies = ReturnType<typeof createJoinableReplies>;

type RunReply = (source: ReplySource) => Promise<void>;

/**
 * The replies of this process to requests with an Idempotency-Key, for any number of readers (decision 0030). One without a
 * reader runs on for `unreadMs`, so that a client that lost its connection can join it.
 */
export function createJoinableReplies({ unreadMs }: Pick<ChatLimits, 'unreadMs'>) {
  const replies = new Map<string, JoinableReply>();
  /**
   * Joins the running reply with this id, or runs it: `run` is called once and calls `forward`. Returns all events from
   * the first one on. One that has failed is not joined: `run` is called once it is over. `reader` is aborted when its
   * client leaves. Throws what `run` throws before it calls `forward`.
   */
  const open = async (id: string, reader: AbortSignal, run: RunReply): Promise<ReplyStream> => {
    const running = replies.get(id);
    if (running?.hasFailed) {
      await running.over;
      return open(id, reader, run);
    }
    if (running !== undefined) return running.join(reader);
    const reply = new JoinableReply(unreadMs, run, () => replies.delete(id));
    replies.set(id, reply);
    return reply.join(reader);
  };
  return {
    get size(): number {
      return replies.size;
    },
    open,
    /** For a new message: a reply of the conversation stops as soon as it has no reader. */
    supersede(conversationId: string): void {
      for (const reply of replies.values()) {
        if (reply.conversationId === conversationId) reply.supersede();
      }
    },
  };
}

class JoinableReply implements ReplySource {
  readonly events: ChatEvent[] = [];
  conversationId: string | undefined;
  readonly #abandoned = new AbortController();
  readonly #started = Promise.withResolvers<Started>();
  #unreadMs: number;
  #unread: NodeJS.Timeout | undefined;
  #readers = 0;
  #isOver = false;
  #change = Promise.withResolvers<void>();

  /** Resolves after `remove` was called. */
  readonly over: Promise<void>;

  constructor(unreadMs: number, run: RunReply, remove: () => void) {
    this.#unreadMs = unreadMs;
    this.over = this.#run(run).then(remove);
  }

  get hasFailed(): boolean {
    return this.events.at(-1)?.type === 'error';
  }

  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  /** Never rejects: what fails before the start is thrown to the readers, and what fails later is an event. */
  async #run(run: RunReply): Promise<void> {
    try {
      await run(this);
    } catch (error) {
      this.#started.reject(error);
    } finally {
      this.#end();
    }
  }

  async forward(started: Started): Promise<void> {
    this.conversationId = started.conversationId;
    this.#started.resolve(started);
    for await (const event of started.events) {
      this.events.push(event);
      this.#wakeReaders();
    }
    this.#end();
  }

  async join(reader: AbortSignal): Promise<ReplyStream> {
    this.#readers += 1;
    clearTimeout(this.#unread);
    if (reader.aborted) this.#leave();
    else reader.addEventListener('abort', () => this.#leave(), { once: true });
    const started = await this.#started.promise;
    return { ...started, events: this.#read(reader) };
  }

  supersede(): void {
    this.#unreadMs = 0;
    if (this.#readers === 0) this.#abandoned.abort();
  }

  async *#read(reader: AbortSignal): AsyncGenerator<ChatEvent, void> {
    let next = 0;
    while (!reader.aborted) {
      const event = this.events[next];
      if (event !== undefined) {
        next += 1;
        yield event;
      } else if (this.#isOver) return;
      else await this.#change.promise;
    }
  }

  #leave(): void {
    this.#readers -= 1;
    // The reader may wait for an event.
    this.#wakeReaders();
    if (this.#readers > 0 || this.#isOver) return;
    this.#unread = setTimeout(() => this.#abandoned.abort(), this.#unreadMs);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#unread);
    this.#wakeReaders();
  }

  #wakeReaders(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
