import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

const systemPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The path of a Firefox that starts; undefined without one, which skips its tests. In CI it throws Error instead. */
export function findFirefox(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const found = systemPaths.find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
  if (found !== undefined) return found;
  if (environment['CI']) throw new Error('the tests in Firefox need it: apt-get install firefox-esr');
  process.stderr.write('No Firefox, so its tests are skipped: apt-get install firefox-esr\n');
  return undefined;
}

/** Starts Firefox over WebDriver BiDi; it accepts the certificate of the test server. */
export function launchFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({ browser: 'firefox', executablePath, acceptInsecureCerts: true });
}
