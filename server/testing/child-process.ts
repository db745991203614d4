import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** A program that runs beside this process. */
export interface StartedChild {
  readonly process: ChildProcess;
  /** The last lines of its output. */
  readonly lines: readonly string[];
  /** Resolves to the first line that matches. Throws when the program ends before. */
  line(awaited: RegExp): Promise<RegExpExecArray>;
  /** Waits until `isReady` resolves to true. Throws when the program ends before, and ends it after 60 s. */
  until(isReady: () => Promise<boolean>): Promise<void>;
  /** Sends SIGTERM, or another signal, unless the program has ended; resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** By default the output is piped, and errors have its last lines. */
interface ChildOptions extends SpawnOptions {
  /** Sent when this process ends before it; by default SIGTERM. */
  readonly exitSignal?: NodeJS.Signals;
}

const maxLines = 100;
const readyMs = 60_000;
const pollMs = 10;

const running = new Map<ChildProcess, NodeJS.Signals>();
process.once('exit', () => running.forEach((signal, child) => child.kill(signal)));

/** Starts a program, which ends with this process at the latest. */
export function startChild(
  [program, ...args]: readonly [string, ...string[]],
  { exitSignal = 'SIGTERM', ...options }: ChildOptions = {},
): StartedChild {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  running.set(child, exitSignal);
  const lines: string[] = [];
  const outputs = [child.stdout, child.stderr].flatMap((stream) => (stream ? [createInterface(stream)] : []));
  const onLine = (listener: (line: string) => void): void =>
    outputs.forEach((output) => output.on('line', listener));
  onLine((line) => lines.push(line) > maxLines && lines.shift());
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    const end = child.exitCode ?? child.signalCode;
    throw new Error(`${child.spawnargs.join(' ')} ended with ${end}:\n${lines.join('\n')}`);
  });
  // It is awaited below, or never.
  ended.catch(() => undefined);
  return {
    process: child,
    lines,
    line(awaited) {
      const found = new Promise<RegExpExecArray>((resolve) => {
        onLine((line) => {
          const match = awaited.exec(line);
          if (match !== null) resolve(match);
        });
      });
      return Promise.race([found, ended]);
    },
    async until(isReady) {
      try {
        for (const end = performance.now() + readyMs; !(await isReady()); await wait(pollMs)) {
          if (child.exitCode !== null || child.signalCode !== null) return await ended;
          if (performance.now() > end)
            throw new Error(`${child.spawnargs.join(' ')} was not ready after ${readyMs / 1000} s`);
        }
      } catch (error) {
        // The caller has nothing to stop.
        child.kill(exitSignal);
        throw error;
      }
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill(signal);
        await exit;
      }
      return child.exitCode;
    },
  };
}

/** Whether `/readyz` of a service is 200, whatever its certificate: it creates its authority while it starts. */
export function isServiceReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/readyz`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}

/** Whether a port of 127.0.0.1 accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
