import type { ChildProcess } from 'node:child_process';
import { get } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** Sends SIGTERM and waits for the exit. */
export function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Polls `/readyz` of a service until it is 200. Throws when the process ends, or after 60 s. */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const { exitCode, signalCode } = child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the service ended with ${exitCode ?? signalCode} before it was ready`);
    if (await isReady(url)) return;
    await wait(10);
  }
  throw new Error('the service was not ready after 60 s');
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The service has not created its certificate authority at the first attempts.
    get(`${url}/readyz`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}
