import type { RequestId } from '@modelcontextprotocol/server';

/** Request ids are only unique within a client's session. */
export interface CallOwner {
  readonly storeId: string;
  readonly session: string;
}

/**
 * The tool calls that are running in this process. A 2025 client cancels with a separate request, which shares only
 * session and id with the call; a client of 2026-07-28 closes the connection.
 */
export interface RunningCalls {
  /** Runs `work` with a signal that `cancel` aborts. */
  run<Result>(
    owner: CallOwner,
    id: RequestId,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Does nothing for an unknown or finished call. */
  cancel(owner: CallOwner, id: RequestId): void;
}

export function createRunningCalls(): RunningCalls {
  const controllers = new Map<string, AbortController>();
  return {
    async run(owner, id, work) {
      const key = keyOf(owner, id);
      const controller = new AbortController();
      controllers.set(key, controller);
      try {
        return await work(controller.signal);
      } finally {
        if (controllers.get(key) === controller) controllers.delete(key);
      }
    },
    cancel(owner, id) {
      controllers.get(keyOf(owner, id))?.abort();
    },
  };
}

function keyOf({ storeId, session }: CallOwner, id: RequestId): string {
  return JSON.stringify([storeId, session, id]);
}
