import type { Chat } from './chat-parts.ts';
import { element } from './element.ts';
import type { Panel } from './panel.ts';
import type { PanelPhrases } from './phrases.ts';

/** The conversation of a window whose code is loaded when it is needed. */
export interface LateChat extends Pick<Chat, 'stop' | 'isBusy' | 'isEmpty' | 'restart'> {
  /** Loads it, unless it is there. */
  load(): void;
  /** Loads it, and scrolls to its end. */
  show(): void;
  /** Sends a message, once it is loaded; false while one waits for that. */
  send(text: string): boolean;
}

/** `load` may reject, and is called again then. Until it has resolved, a message waits. */
export function createLateChat(
  panel: Pick<Panel, 'log' | 'input' | 'status'>,
  phrases: PanelPhrases,
  load: () => Promise<Chat>,
): LateChat {
  let chat: Chat | undefined;
  let isLoading = false;
  let waiting: string | undefined;
  const begin = async (): Promise<void> => {
    if (chat !== undefined || isLoading) return;
    isLoading = true;
    panel.log.replaceChildren(dots());
    try {
      const loaded = await load();
      chat = loaded;
      chat.showEnd();
      if (waiting !== undefined) chat.send(waiting);
    } catch {
      showFailure();
    }
    isLoading = false;
    waiting = undefined;
  };
  const showFailure = (): void => {
    const retry = element('button', { class: 'retry', type: 'button' }, phrases.retry);
    retry.addEventListener('click', () => {
      // The focused button is removed.
      panel.input.focus();
      void begin();
    });
    panel.log.replaceChildren(element('div', { class: 'note' }, phrases.unreachable), retry);
    panel.status.textContent = phrases.unreachable;
    // What was sent goes back to where it was typed.
    panel.input.value ||= waiting ?? '';
  };
  return {
    load: () => void begin(),
    show: () => {
      void begin();
      chat?.showEnd();
    },
    send: (text) => {
      if (chat !== undefined) return chat.send(text);
      if (waiting !== undefined || text.trim() === '') return false;
      waiting = text;
      void begin();
      return true;
    },
    stop: () => chat?.stop(),
    isBusy: () => waiting !== undefined || chat?.isBusy() === true,
    isEmpty: () => chat?.isEmpty() ?? true,
    restart: () => chat?.restart(),
  };
}

function dots(): HTMLElement {
  return element('div', { class: 'activity' }, element('i'), element('i'), element('i'));
}
