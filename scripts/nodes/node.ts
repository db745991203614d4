import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isServiceReady, startChild } from '../../server/testing/child-process.ts';

/** Environment variables of the service. */
export type Environment = Readonly<Record<string, string>>;

/** One process of the service. */
export interface ServiceNode {
  /** Milliseconds from the start until `/readyz` was 200; null when it was killed before. Rejects when it ends by itself. */
  readonly ready: Promise<number | null>;
  /** SIGKILL, and waits for the end. Throws when the process had ended by itself. */
  kill(): Promise<void>;
  /** SIGKILL, also when the process has ended or is frozen. */
  end(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGSTOP: the process keeps its connections and does nothing, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Whether the process has not ended. */
  isRunning(): boolean;
}

const cli = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));

/** Starts the real `agent-service serve`, whose log is appended to `logFile`. It ends with this process at the latest. */
export function startNode(environment: Environment, url: string, logFile: string): ServiceNode {
  const startedAt = performance.now();
  const log = openSync(logFile, 'a');
  const env = { PATH: process.env['PATH'], ...environment };
  const stdio = ['ignore', log, log] as const;
  const child = startChild([process.execPath, cli, 'serve'], {
    env,
    stdio: [...stdio],
    exitSignal: 'SIGKILL',
  });
  closeSync(log);
  const { process: node } = child;
  const ready = child
    .until(() => isServiceReady(url))
    .then(
      () => performance.now() - startedAt,
      (error: unknown) => {
        if (node.signalCode === 'SIGKILL') return null;
        throw error;
      },
    );
  // It is awaited later, or never when the process is killed first.
  ready.catch(() => undefined);
  return {
    ready,
    async kill() {
      const code = await child.stop('SIGKILL');
      if (node.signalCode !== 'SIGKILL')
        throw new Error(`the service ended by itself with ${code ?? node.signalCode}`);
    },
    end: async () => void (await child.stop('SIGKILL')),
    stop: () => child.stop(),
    freeze: () => void node.kill('SIGSTOP'),
    resume: () => void node.kill('SIGCONT'),
    isRunning: () => node.exitCode === null && node.signalCode === null,
  };
}
