import type { ChildProcess } from 'node:child_process';
import { get } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

const patience = 20_000;

/** Asks `/readyz` until it answers 200. Throws when the process ends first, or after 20 s. */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode} before it was ready`);
    if (await isReady(url)) return;
    await wait(10);
  }
  throw new Error('the service was not ready after 20 s');
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The certificate authority does not exist yet at the first attempts.
    const request = get(`${url}/readyz`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}
