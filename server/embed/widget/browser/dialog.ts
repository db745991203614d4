import type { LateChat } from './late-chat.ts';
import type { Panel } from './panel.ts';
import { phone } from './styles.ts';

/** Opens and closes the panel and moves the focus. */
export interface Dialog {
  isOpen(): boolean;
  open(): void;
  close(): void;
  /** Opens without moving the focus, after a navigation. */
  restore(): void;
}

/** `onToggle` is called after `open` and `close`. */
export function createDialog(
  panel: Panel,
  chat: Pick<LateChat, 'show'>,
  onToggle: (isOpen: boolean) => void,
): Dialog {
  const show = (isOpen: boolean): void => {
    panel.dialog.hidden = !isOpen;
    panel.setLauncher(isOpen, false);
    if (isOpen) chat.show();
  };
  const isOpen = (): boolean => !panel.dialog.hidden;
  return {
    isOpen,
    restore: () => show(true),
    open: () => {
      if (isOpen()) return;
      show(true);
      panel.input.focus();
      onToggle(true);
    },
    close: () => {
      if (!isOpen()) return;
      show(false);
      panel.launcher.focus();
      onToggle(false);
    },
  };
}

/** Adds the event listeners of buttons and keys. */
export function connectPanel(panel: Panel, dialog: Dialog, chat: LateChat): void {
  const submit = (): void => {
    if (chat.isBusy()) return chat.stop();
    if (chat.send(panel.input.value) || panel.input.value.trim() === '') panel.input.value = '';
  };
  panel.launcher.addEventListener('click', () => (dialog.isOpen() ? dialog.close() : dialog.open()));
  panel.close.addEventListener('click', () => dialog.close());
  connectRestart(panel, chat);
  fitToKeyboard(panel.dialog);
  panel.form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  panel.input.addEventListener('keydown', (event) => {
    // Shift+Enter breaks the line; while an input method composes, Enter only picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    // Keep the text that was typed during a reply: only the button stops the reply.
    if (!chat.isBusy()) submit();
  });
  panel.dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) dialog.close();
    if (matchMedia(phone).matches) keepFocus(panel.dialog, event);
  });
}

/**
 * Keeps the input of a phone above the on-screen keyboard, which covers and scrolls the page without a change of its
 * size: the visual viewport is what is left. A page that is zoomed in stays as it is.
 */
function fitToKeyboard({ style }: HTMLElement): void {
  const view = window.visualViewport;
  for (const change of ['resize', 'scroll'])
    view?.addEventListener(change, () => {
      if (view.scale < 1.01) style.cssText = `--top:${view.offsetTop}px;--height:${view.height}px`;
    });
}

/** A new conversation deletes the present one, so the button asks first. */
function connectRestart(panel: Panel, chat: LateChat): void {
  const close = (): void => {
    panel.confirm.hidden = true;
    panel.input.focus();
  };
  panel.restart.addEventListener('click', () => {
    if (chat.isEmpty()) return panel.input.focus();
    panel.confirm.hidden = false;
    panel.cancelled.focus();
  });
  panel.cancelled.addEventListener('click', close);
  panel.confirmed.addEventListener('click', () => {
    chat.restart();
    close();
  });
  panel.confirm.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
}

const focusable = 'a[href],button:not(:disabled),textarea,select,input,summary,[tabindex]';

/** Keeps Tab within a dialog that covers the page: the focus must stay visible (WCAG 2.2, 2.4.11). */
function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const all = [...dialog.querySelectorAll<HTMLElement>(focusable)];
  const found = all.filter((node) => node.offsetParent !== null);
  const [first, last] = [found[0], found.at(-1)];
  const focused = event.composedPath()[0];
  if (focused !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
