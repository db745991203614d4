import type { Panel } from './panel.ts';

/** Opening and closing, with the focus where it belongs. */
export interface Dialog {
  isOpen(): boolean;
  open(): void;
  close(): void;
  /** Open as on the page before: the focus stays where the new page has it. */
  showAgain(): void;
}

/** `changed` is called after each opening and closing by the shopper or the page. */
export function createDialog(panel: Panel, log: HTMLElement, changed: (isOpen: boolean) => void): Dialog {
  const show = (isOpen: boolean): void => {
    panel.dialog.hidden = !isOpen;
    panel.launcher.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) log.scrollTop = log.scrollHeight;
  };
  const isOpen = (): boolean => !panel.dialog.hidden;
  return {
    isOpen,
    showAgain: () => show(true),
    open: () => {
      if (isOpen()) return;
      show(true);
      panel.input.focus();
      changed(true);
    },
    close: () => {
      if (!isOpen()) return;
      show(false);
      panel.launcher.focus();
      changed(false);
    },
  };
}
