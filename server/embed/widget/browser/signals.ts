import type { ChatSignal } from './chat.ts';

export type WidgetSignal = ChatSignal | 'open' | 'close';
export type Listener = (detail: string) => void;

/** Tells the page what happens in the widget. */
export interface Signals {
  notify(signal: WidgetSignal, detail?: string): void;
  /** Calls `listener` with a detail text on each signal; returns what ends that. */
  on(signal: WidgetSignal, listener: Listener): () => void;
}

/** A listener that throws is the page's own trouble: it is reported there and the widget goes on. */
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
      const known = listeners.get(signal) ?? new Set();
      listeners.set(signal, known.add(listener));
      return () => known.delete(listener);
    },
  };
}
