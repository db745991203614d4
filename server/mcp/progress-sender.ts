import type { ProgressNotification, ProgressToken } from '@modelcontextprotocol/server';

/** Tells a client what a reply says while it is being written. */
export interface ProgressSender {
  add(text: string): void;
  /** Sends nothing more: the result has everything. */
  stop(): void;
}

/** The least time between two notifications, in milliseconds: four in a second. */
const interval = 250;

/** The part of a request's context that progress needs. */
export interface ProgressTarget {
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined };
  notify(notification: ProgressNotification): Promise<void>;
}

/** Gathers text and sends it in progress notifications, where the client asked for them. */
export function createProgressSender(target: ProgressTarget): ProgressSender {
  const { _meta: meta } = target;
  const progressToken = meta?.progressToken;
  let [message, progress] = ['', 0];
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    if (progressToken === undefined || message === '') return;
    progress += message.length;
    const params = { progressToken, progress, message };
    message = '';
    timer = setTimeout(send, interval);
    // A client that is gone needs no progress; its call is ended by the signal.
    target.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return {
    add(text) {
      message += text;
      if (timer === undefined) send();
    },
    stop: () => clearTimeout(timer),
  };
}
