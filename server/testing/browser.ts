import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser for tests: what CHROMIUM_PATH names, else where systems put it. Undefined when there is none, which
 * skips the tests of the widget; in CI nothing may be skipped, so there it throws.
 */
export function findBrowser(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const places = [environment['CHROMIUM_PATH'], ...usualPlaces, chromium.executablePath()];
  const found = places.find((path) => path !== undefined && exists(path));
  if (found !== undefined) return found;
  const cure = 'install Chromium (apt-get install chromium) or set CHROMIUM_PATH';
  if (environment['CI']) throw new Error(`the widget's tests need a browser: ${cure}`);
  process.stderr.write(`No browser, so the widget's tests are skipped: ${cure}\n`);
  return undefined;
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath });
}
