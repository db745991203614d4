import type { ChatLimits } from './chat-limits.ts';
import { IdleTimer } from './idle-timer.ts';
import type { StopCause } from './stop-cause.ts';

export interface Watchdog {
  /** The model did something. */
  progress(): void;
  /** The model said the first thing that the reader sees. */
  content(): void;
  /** The reader has the word: what passes until the next `progress` is not the model's silence. */
  pause(): void;
  stop(): void;
}

/** Watches one reply: first content, silence, and total time, each from the limits. Calls `expire` at most once. */
export function startWatchdog(
  limits: Pick<ChatLimits, 'firstContentMs' | 'silenceMs' | 'totalMs'>,
  expire: (cause: StopCause) => void,
): Watchdog {
  const total = setTimeout(() => end('too_long'), limits.totalMs);
  const first = setTimeout(() => end('no_first_content'), limits.firstContentMs);
  // The provider may take until firstContentMs to begin; silence counts from its first sign of life.
  let silence: IdleTimer | undefined;
  let paused = false;
  let hasContent = false;
  const stop = (): void => {
    clearTimeout(total);
    clearTimeout(first);
    silence?.stop();
  };
  const end = (cause: StopCause): void => {
    stop();
    expire(cause);
  };
  const onSilence = (): void => {
    if (!paused) end('silence');
  };
  const progress = (): void => {
    paused = false;
    if (silence === undefined) silence = new IdleTimer(limits.silenceMs, onSilence);
    else silence.touch();
  };
  return {
    progress,
    content: () => {
      if (hasContent) return;
      hasContent = true;
      clearTimeout(first);
    },
    pause: () => {
      paused = true;
    },
    stop,
  };
}
