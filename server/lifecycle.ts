/** Whether this process takes requests: `/readyz` says so to load balancers. */
export interface Lifecycle {
  readonly phase: 'serving' | 'draining';
  /** No new work: `/readyz` fails from now on, and connections close after their answer. */
  beginDraining(): void;
  /** Resolves when the database answers, rejects when it does not. */
  checkDatabase(): Promise<void>;
}

export function createLifecycle(checkDatabase: () => Promise<void>): Lifecycle {
  let phase: Lifecycle['phase'] = 'serving';
  return {
    get phase() {
      return phase;
    },
    beginDraining() {
      phase = 'draining';
    },
    checkDatabase,
  };
}
