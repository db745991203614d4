import { ServiceError } from '../errors.ts';
import { ReplyStopped } from './endings.ts';

export type ActiveReplies = ReturnType<typeof createActiveReplies>;

/** For stopped replies to send their last event and store their record. */
const settleMs = 2000;

/** The active replies of this process, so that a stop of the service can wait for them. */
export function createActiveReplies() {
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
    get size(): number {
      return controllers.size;
    },
    /** Returns a function to call when the reply is over. Throws ServiceError `unavailable` after `drain` was called. */
    add(controller: AbortController): () => void {
      if (draining) throw new ServiceError('unavailable', 'the service is stopping: try again in a moment');
      controllers.add(controller);
      return () => {
        controllers.delete(controller);
        if (controllers.size === 0) onIdle();
      };
    },
    /** Rejects new replies, waits up to `graceMs` for the active ones, then stops the rest with an error event. */
    async drain(graceMs: number): Promise<void> {
      draining = true;
      await idle(graceMs);
      for (const controller of controllers) controller.abort(new ReplyStopped('draining'));
      await idle(settleMs);
    },
  };
}
