import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';

// The shell is the same engine without the parts of a desktop browser: pages take three quarters of the CPU.
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The path of a browser that starts: CHROMIUM_PATH, else a path of the system, else the one that `npm test` downloads;
 * undefined without one.
 */
export function browserPath(environment: Environment, starts = doesStart): string | undefined {
  const paths = [environment['CHROMIUM_PATH'], ...systemPaths, chromium.executablePath()];
  return paths.find((path) => path !== undefined && starts(path));
}

/** The browser for tests; undefined without one, which skips the tests of the pages. In CI it throws Error instead. */
export function findBrowser(environment: Environment = process.env, starts = doesStart): string | undefined {
  const found = browserPath(environment, starts);
  if (found !== undefined) return found;
  if (environment['CI'])
    throw new Error(
      'the tests of the pages need a browser: apt-get install chromium-headless-shell, or set CHROMIUM_PATH',
    );
  return undefined;
}

// The first three start up to three further renderers for each page: half of the CPU of a short test. The others are the
// `disabledFeatures` of Playwright 1.65 without those of Windows and Edge: Chromium uses the last --disable-features only.
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts a headless browser with these further arguments; `ignoreDefaultArgs` are Playwright's own to leave out. */
export function launchBrowser(
  executablePath: string,
  { args = [], ...options }: Pick<LaunchOptions, 'args' | 'ignoreDefaultArgs'> = {},
): Promise<Browser> {
  const features = `--disable-features=${disabledFeatures.join(',')}`;
  return chromium.launch({ executablePath, args: [features, ...args], ...options });
}

/** Contexts of the browser that all files of a worker share: a start costs as much as two pages. */
export interface Contexts {
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes the contexts that `open` returned; the browser goes on. */
  close(): Promise<void>;
}

// The files of a worker share this module. Playwright stops the browser when the worker exits.
let shared: Browser | undefined;

/** Starts the shared browser unless it runs; call it once at a time. */
export async function openContexts(executablePath: string): Promise<Contexts> {
  const browser = shared?.isConnected() ? shared : await launchBrowser(executablePath);
  shared = browser;
  const opened: BrowserContext[] = [];
  return {
    async open(options) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
      // It ends a wait for what never comes; no test depends on it.
      context.setDefaultTimeout(120_000);
      opened.push(context);
      return context;
    },
    async close() {
      await Promise.all(opened.map((context) => context.close()));
    },
  };
}

const checked = new Map<string, boolean>();

// A downloaded browser may lack system libraries.
function doesStart(path: string): boolean {
  const known = checked.get(path);
  if (known !== undefined) return known;
  const result = existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
  checked.set(path, result);
  return result;
}
