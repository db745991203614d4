import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The path of a browser that starts: CHROMIUM_PATH, else a path of the system, else the one that `npm test` downloads;
 * undefined without one.
 */
export function browserPath(environment: Environment, starts = doesStart): string | undefined {
  const paths = [environment['CHROMIUM_PATH'], ...systemPaths, chromium.executablePath()];
  return paths.find((path) => path !== undefined && starts(path));
}

/** The browser for tests; undefined without one, which skips the widget's tests. In CI it throws Error instead. */
export function findBrowser(environment: Environment = process.env, starts = doesStart): string | undefined {
  const found = browserPath(environment, starts);
  if (found !== undefined) return found;
  const cure = 'install Chromium (apt-get install chromium) or set CHROMIUM_PATH';
  if (environment['CI']) throw new Error(`the widget's tests need a browser: ${cure}`);
  process.stderr.write(`No browser, so the widget's tests are skipped: ${cure}\n`);
  return undefined;
}

/** `ignoreDefaultArgs` are arguments of Playwright's own that the browser does not get. */
export function launchBrowser(
  executablePath: string,
  ignoreDefaultArgs: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({ executablePath, ignoreDefaultArgs: [...ignoreDefaultArgs] });
}

// A downloaded browser may lack system libraries.
function doesStart(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
