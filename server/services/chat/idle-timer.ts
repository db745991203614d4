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
