import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild } from './child-process.ts';
import { longDatabaseDeadline } from './database.ts';

export interface StartedCommand {
  /** The lines of standard output up to the awaited one, with it. */
  readonly lines: readonly string[];
  /** The most memory that the process has had so far, in MB; Linux only. */
  peakMemory(): number;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Stops the process where it is, until `resume`. */
  pause(): void;
  resume(): void;
}

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Starts the real `agent-service` on free ports and waits for a line that matches `awaited`. Throws when it exits before. */
export async function startCommand(
  dataDir: string,
  args: readonly string[],
  awaited: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedCommand> {
  const own = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', HTTP_PORT: '0', LOG_LEVEL: 'error' };
  const env = { ...longDatabaseDeadline, ...environment, ...own };
  const child = startChild([process.execPath, cli, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await child.line(awaited);
  return {
    lines: child.lines.slice(0, child.lines.findIndex((line) => awaited.test(line)) + 1),
    peakMemory() {
      const status = readFileSync(`/proc/${child.process.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    stop: () => child.stop(),
    kill: async () => void (await child.stop('SIGKILL')),
    pause: () => void child.process.kill('SIGSTOP'),
    resume: () => void child.process.kill('SIGCONT'),
  };
}
