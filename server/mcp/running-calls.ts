import type { RequestId } from '@modelcontextprotocol/server';

/** Whose calls they are: ids of requests are only unique within a client's session. */
export interface CallOwner {
  readonly storeId: string;
  readonly session: string;
}

/**
 * The calls under way in this process. A client of 2025 cancels with a request of its own, which has nothing in
 * common with the call but session and id; one of 2026-07-28 closes the connection.
 */
export interface RunningCalls {
  /** Runs `work` with a signal that `cancel` aborts. */
  run<Result>(
    owner: CallOwner,
    id: RequestId,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Does nothing where there is no such call, as after its end. */
  cancel(owner: CallOwner, id: RequestId): void;
}

export function createRunningCalls(): RunningCalls {
  const controllers = new Map<string, AbortController>();
  return {
    async run(owner, id, work) {
      const name = nameOf(owner, id);
      const controller = new AbortController();
      controllers.set(name, controller);
      try {
        return await work(controller.signal);
      } finally {
        if (controllers.get(name) === controller) controllers.delete(name);
      }
    },
    cancel(owner, id) {
      controllers.get(nameOf(owner, id))?.abort();
    },
  };
}

function nameOf({ storeId, session }: CallOwner, id: RequestId): string {
  return JSON.stringify([storeId, session, id]);
}
