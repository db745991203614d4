import type { ChatParts } from './chat-parts.ts';
import type { Phrases } from './phrases.ts';
import { asResponseError } from './response-error.ts';

/**
 * Says how a reply failed, or that it was stopped, with a retry button; after a Retry-After it counts the seconds down. A
 * chatbot that is disabled or gone takes no further message.
 */
export function announceFailure(
  { panel, phrases, transcript, notify }: Pick<ChatParts, 'panel' | 'phrases' | 'transcript' | 'notify'>,
  failure: unknown,
  retry: () => void,
): void {
  const wait = asResponseError(failure)?.retryAfterSeconds;
  const text = failureText(failure, wait, phrases);
  const note = transcript.note(text);
  panel.status.textContent = text;
  if (failure !== 'stopped') notify('error', text);
  if (isClosed(failure)) {
    panel.input.disabled = panel.send.disabled = true;
    return;
  }
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
}

/** A conversation that is not found is begun again: what is missing then is the chatbot, or its agent. */
function isClosed(failure: unknown): boolean {
  const status = asResponseError(failure)?.status;
  return status === 404 || status === 403;
}

/** What to say of a failure; `seconds` until it may be tried again. */
export function failureText(failure: unknown, seconds: number | undefined, phrases: Phrases): string {
  if (failure === 'stopped') return phrases.stopped;
  if (isClosed(failure)) return phrases.closed;
  if (asResponseError(failure))
    return seconds === undefined ? phrases.failed : phrases.wait.replace('{n}', String(seconds));
  return navigator.onLine ? phrases.unreachable : phrases.offline;
}
