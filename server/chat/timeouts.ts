import type { ChatLimits } from '../config/chat-limits.ts';
import type { StopCause } from './endings.ts';

type Limits = Pick<ChatLimits, 'firstContentMs' | 'silenceMs' | 'totalMs'>;

/** The timers of one reply: first content, the model's silence, total time. Calls `onExpired` at most once. */
export class ReplyTimeouts {
  readonly #silenceMs: number;
  readonly #onExpired: (cause: StopCause) => void;
  readonly #total: NodeJS.Timeout;
  readonly #firstContent: NodeJS.Timeout;
  // Starts with the first sign of life: until then only firstContentMs counts.
  #silence: NodeJS.Timeout | undefined;
  #isDraining = false;

  constructor({ firstContentMs, silenceMs, totalMs }: Limits, onExpired: (cause: StopCause) => void) {
    this.#silenceMs = silenceMs;
    this.#onExpired = onExpired;
    this.#total = setTimeout(() => this.#expire('too_long'), totalMs);
    this.#firstContent = setTimeout(() => this.#expire('no_first_content'), firstContentMs);
  }

  /** The model or a tool did something. */
  progress(): void {
    this.#isDraining = false;
    if (this.#silence !== undefined) this.#silence.refresh();
    else this.#silence = setTimeout(() => this.#isDraining || this.#expire('silence'), this.#silenceMs);
  }

  /** An event goes to the client. Ignore model silence while waiting for the client to drain. */
  content(): void {
    clearTimeout(this.#firstContent);
    this.#isDraining = true;
  }

  stop(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#firstContent);
    clearTimeout(this.#silence);
  }

  #expire(cause: StopCause): void {
    this.stop();
    this.#onExpired(cause);
  }
}
