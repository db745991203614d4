import { ServiceError } from '../errors.ts';
import { ReplyStopped } from './endings.ts';

/** The replies under way in this process, so that a stop can wait for them. */
export interface ActiveReplies {
  readonly size: number;
  /** Returns what to call when the reply is over. Throws ServiceError `unavailable` once draining has begun. */
  add(controller: AbortController): () => void;
  /** Admits nothing more, waits up to `graceMs` for replies to finish, then ends the rest with an error event. */
  drain(graceMs: number): Promise<void>;
}

/** How long ended replies get to write their last event and their record. */
const lastWordsMs = 2000;

export function createActiveReplies(): ActiveReplies {
  const controllers = new Set<AbortController>();
  let draining = false;
  let onIdle = (): void => undefined;
  const idle = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (controllers.size === 0) return resolve();
      const timer = setTimeout(resolve, waitMs);
      onIdle = () => resolve(clearTimeout(timer));
    });
  return {
    get size() {
      return controllers.size;
    },
    add(controller) {
      if (draining) throw new ServiceError('unavailable', 'the service is stopping: try again in a moment');
      controllers.add(controller);
      return () => {
        controllers.delete(controller);
        if (controllers.size === 0) onIdle();
      };
    },
    async drain(graceMs) {
      draining = true;
      await idle(graceMs);
      for (const controller of controllers) controller.abort(new ReplyStopped('draining'));
      await idle(lastWordsMs);
    },
  };
}
