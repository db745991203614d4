import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Path of a browser: what CHROMIUM_PATH names, else where systems put it, else where `npm test` puts the one that it
 * fetches. Undefined where none of them starts.
 */
export function browserPath(environment: Environment, starts = doesStart): string | undefined {
  const places = [environment['CHROMIUM_PATH'], ...usualPlaces, chromium.executablePath()];
  return places.find((path) => path !== undefined && starts(path));
}

/** The browser for tests. Undefined when there is none, which skips the tests of the widget; in CI it throws instead. */
export function findBrowser(environment: Environment = process.env, starts = doesStart): string | undefined {
  const found = browserPath(environment, starts);
  if (found !== undefined) return found;
  const cure = 'install Chromium (apt-get install chromium) or set CHROMIUM_PATH';
  if (environment['CI']) throw new Error(`the widget's tests need a browser: ${cure}`);
  process.stderr.write(`No browser, so the widget's tests are skipped: ${cure}\n`);
  return undefined;
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath });
}

// One that was fetched may lack libraries of the system.
function doesStart(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
