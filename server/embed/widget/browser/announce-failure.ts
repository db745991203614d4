import type { ChatParts } from './chat-parts.ts';
import type { Phrases } from './phrases.ts';
import { ResponseError } from './service.ts';

/** Says how a reply failed, or that it was stopped, with a retry button; after a Retry-After it counts the seconds down. */
export function announceFailure(
  { panel, phrases, transcript, notify }: Pick<ChatParts, 'panel' | 'phrases' | 'transcript' | 'notify'>,
  failure: unknown,
  retry: () => void,
): void {
  const wait = failure instanceof ResponseError ? failure.retryAfterSeconds : undefined;
  const text = failureText(failure, wait, phrases);
  const note = transcript.note(text);
  panel.status.textContent = text;
  const button = transcript.action(phrases.retry, retry);
  if (wait !== undefined) {
    const endMs = performance.now() + wait * 1000;
    button.disabled = true;
    const timer = setInterval(() => {
      const seconds = Math.ceil((endMs - performance.now()) / 1000);
      button.disabled = seconds > 0;
      note.textContent = failureText(failure, Math.max(0, seconds), phrases);
      if (seconds <= 0) clearInterval(timer);
    }, 1000);
  }
  if (failure !== 'stopped') notify('error', text);
}

function failureText(failure: unknown, seconds: number | undefined, phrases: Phrases): string {
  if (failure === 'stopped') return phrases.stopped;
  if (failure instanceof ResponseError)
    return seconds === undefined ? phrases.failed : phrases.wait.replace('{n}', String(seconds));
  return navigator.onLine ? phrases.unreachable : phrases.offline;
}
