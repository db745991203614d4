import { failureText } from './announce-failure.ts';
import type { ChatParts } from './chat-parts.ts';
import { element } from './element.ts';
import { asResponseError } from './response-error.ts';

/** What the shopper asked in vain, and where. */
export interface Unhelped {
  readonly conversationId: string;
  readonly question: string;
}

type Parts = Pick<ChatParts, 'panel' | 'phrases' | 'service' | 'transcript'>;

/** `onLeft` is called when the message is left. Shows a button that opens the form of a message for a person of the shop, until the next message. */
export function showMessageOffer(parts: Parts, unhelped: Unhelped, onLeft: () => void): void {
  const button = element('button', { type: 'button' }, parts.phrases.leaveMessage);
  const offer = parts.transcript.offer(element('div', { class: 'prompts' }, button));
  button.addEventListener('click', () => {
    const form = messageForm(parts, unhelped, (next) => {
      offer.replaceChildren(next);
      onLeft();
      // The focused element is removed.
      parts.transcript.node.focus();
    });
    offer.replaceChildren(form);
    form.querySelector('input')?.focus();
    form.scrollIntoView({ block: 'nearest' });
  });
}

/** `onEnd` gets what takes the place of the form. */
function messageForm(
  { panel, phrases, service }: Parts,
  { conversationId, question }: Unhelped,
  onEnd: (next: HTMLElement) => void,
): HTMLFormElement {
  // One message, however often it is sent.
  const id = crypto.randomUUID();
  // Browsers accept addresses without a dot, the service does not.
  const email = element('input', {
    type: 'email',
    autocomplete: 'email',
    required: true,
    maxlength: '254',
    pattern: '.+@.+\\..+',
  });
  const text = element('textarea', { rows: '3', required: true, maxlength: '2000' });
  text.value = question.slice(0, 2000);
  const failure = element('p', { role: 'alert' });
  const send = element('button', { class: 'card-button', type: 'submit' }, phrases.send);
  const form = element(
    'form',
    { class: 'leave' },
    element('label', {}, phrases.yourEmail, email),
    element('label', {}, phrases.yourQuestion, text),
    element('p', {}, phrases.leaveConsent),
    failure,
    send,
  );
  const leave = async (): Promise<void> => {
    send.disabled = true;
    const message = { id, conversation_id: conversationId, email: email.value, text: text.value };
    const error = await service.leaveMessage(message).catch((reason: unknown) => reason);
    const response = asResponseError(error);
    send.disabled = false;
    // Another tab has left one.
    if (error === undefined || response?.status === 409) {
      panel.status.textContent = phrases.messageLeft;
      return onEnd(element('div', { class: 'note' }, phrases.messageLeft));
    }
    const wait = response?.retryAfterSeconds ?? Infinity;
    failure.textContent = failureText(error, wait < maxShownWait ? wait : undefined, phrases);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void leave();
  });
  return form;
}

/** In seconds: the limit of a day is not counted down. */
const maxShownWait = 100;
