import type { ChatLimits } from '../config/chat-limits.ts';
import type { StopCause } from './endings.ts';

export interface Watchdog {
  /** The model did something. */
  progress(): void;
  /** The model said the first thing that the reader sees. */
  content(): void;
  /** The reader has the word: what passes until the next `progress` is not the model's silence. */
  pause(): void;
  stop(): void;
}

type Limits = Pick<ChatLimits, 'firstContentMs' | 'silenceMs' | 'totalMs'>;

/** Watches one reply: first content, silence, and total time, each from the limits. Calls `expire` at most once. */
export function startWatchdog(limits: Limits, expire: (cause: StopCause) => void): Watchdog {
  return new ReplyWatchdog(limits, expire);
}

/** A class, because every open reply holds one: closures would take five times the memory. */
class ReplyWatchdog implements Watchdog {
  readonly #silenceMs: number;
  readonly #expire: (cause: StopCause) => void;
  readonly #total: NodeJS.Timeout;
  #first: NodeJS.Timeout | undefined;
  // The provider may take until firstContentMs to begin; silence counts from its first sign of life.
  #silence: IdleTimer | undefined;
  #isPaused = false;

  constructor({ firstContentMs, silenceMs, totalMs }: Limits, expire: (cause: StopCause) => void) {
    this.#silenceMs = silenceMs;
    this.#expire = expire;
    this.#total = setTimeout(() => this.#end('too_long'), totalMs);
    this.#first = setTimeout(() => this.#end('no_first_content'), firstContentMs);
  }

  progress(): void {
    this.#isPaused = false;
    if (this.#silence !== undefined) return this.#silence.touch();
    this.#silence = new IdleTimer(this.#silenceMs, () => {
      if (!this.#isPaused) this.#end('silence');
    });
  }

  content(): void {
    if (this.#first === undefined) return;
    clearTimeout(this.#first);
    this.#first = undefined;
  }

  pause(): void {
    this.#isPaused = true;
  }

  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#first);
    this.#silence?.stop();
  }

  #end(cause: StopCause): void {
    this.stop();
    this.#expire(cause);
  }
}

/** Looks in the time that is waited for: how exact the wait is, against how often the timer runs. */
const looks = 10;

/**
 * Calls `expire` when nothing was touched for `ms` milliseconds, or up to a tenth longer; again after as long again,
 * until it is stopped. To touch it costs nothing: each event would otherwise move a timer.
 */
export class IdleTimer {
  readonly #timer: NodeJS.Timeout;
  #untouched = 0;

  constructor(ms: number, expire: () => void) {
    this.#timer = setInterval(() => {
      if (++this.#untouched <= looks) return;
      this.#untouched = 0;
      expire();
    }, ms / looks);
  }

  touch(): void {
    this.#untouched = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
