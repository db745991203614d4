import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
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
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const output = createInterface(child.stdout);
  const lines: string[] = [];
  for await (const line of output) {
    lines.push(line);
    if (awaited.test(line)) {
      return {
        lines,
        peakMemory() {
          const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
          return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
        },
        async stop() {
          child.kill('SIGTERM');
          const [code] = await exit;
          return code;
        },
        async kill() {
          child.kill('SIGKILL');
          await exit;
        },
        pause: () => void child.kill('SIGSTOP'),
        resume: () => void child.kill('SIGCONT'),
      };
    }
  }
  throw new Error(`agent-service ended before it wrote ${awaited}:\n${lines.join('\n')}`);
}
