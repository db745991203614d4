import type { ChatSignal } from './chat-parts.ts';

export type WidgetSignal = ChatSignal | 'open' | 'close';
export type Listener = (detail: string) => void;

/** Events of the widget for the page's scripts. */
export interface Signals {
  notify(signal: WidgetSignal, detail?: string): void;
  /** Calls `listener` with a detail text on each signal; returns a function that removes it. */
  on(signal: WidgetSignal, listener: Listener): () => void;
}

/** An error of a listener is reported to the page and does not affect the widget. */
export function createSignals(): Signals {
  const listeners = new Map<WidgetSignal, Set<Listener>>();
  return {
    notify: (signal, detail = '') => {
      for (const listener of listeners.get(signal) ?? []) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
    on: (signal, listener) => {
      const set = listeners.get(signal) ?? new Set();
      listeners.set(signal, set.add(listener));
      return () => set.delete(listener);
    },
  };
}
