import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserType } from 'playwright-core';
import { Untested } from '../../check.ts';

interface Playwright {
  readonly chromium: BrowserType;
}

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

// The page is made up, so that Chromium does not know its network, and would ask before it requests a local address.
// The last two load pages into the address bar, which takes longer than the rest.
const disabled = [
  'LocalNetworkAccessChecks',
  'BlockInsecurePrivateNetworkRequests',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const args = [`--disable-features=${disabled.join(',')}`];

/** playwright-core beside the suite or in the working directory. It is optional: bundlers do not follow a variable. */
async function loadPlaywright(): Promise<Playwright> {
  const name = 'playwright-core';
  try {
    return (await import(name)) as Playwright;
  } catch {
    const inProject = createRequire(resolve('package.json')).resolve(name);
    const { default: playwright } = (await import(pathToFileURL(inProject).href)) as { default: Playwright };
    return playwright;
  }
}

/** The path of a Chromium: the chosen one, else a usual one; undefined without one, and for `none`. */
export function findChromium(chosen: string | undefined): string | undefined {
  return chosen === 'none' ? undefined : [chosen ?? '', ...commonPaths].find((path) => existsSync(path));
}

/** Starts a headless browser. Throws Untested where it does not start, or there is no playwright-core to drive it. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  const playwright = await loadPlaywright().catch(() => undefined);
  if (playwright === undefined)
    throw new Untested('playwright-core, which drives a browser, is not installed');
  return playwright.chromium.launch({ executablePath, args }).catch((error: Error) => {
    throw new Untested(`the browser ${executablePath} does not start: ${error.message.split('\n')[0] ?? ''}`);
  });
}
