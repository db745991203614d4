import type { Chat } from './chat.ts';
import type { Dialog } from './dialog.ts';
import { keepFocus } from './keep-focus.ts';
import type { Panel } from './panel.ts';
import { phone } from './styles.ts';

/** Connects buttons and keys with what they do. */
export function wirePanel(panel: Panel, dialog: Dialog, chat: Chat): void {
  const submit = (): void => {
    if (chat.isBusy()) return chat.stop();
    chat.send(panel.input.value);
    panel.input.value = '';
  };
  panel.launcher.addEventListener('click', () => (dialog.isOpen() ? dialog.close() : dialog.open()));
  panel.close.addEventListener('click', () => dialog.close());
  panel.restart.addEventListener('click', () => {
    chat.restart();
    panel.input.focus();
  });
  panel.form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  panel.input.addEventListener('keydown', (event) => {
    // Enter sends, Shift+Enter breaks the line; an input method's Enter only chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    // What was typed while a reply is written is kept: only the button stops it.
    if (!chat.isBusy()) submit();
  });
  panel.dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) dialog.close();
    if (matchMedia(phone).matches) keepFocus(panel.dialog, event);
  });
}
