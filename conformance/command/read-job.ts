import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { plans } from '../../generated/plans.ts';
import { requirements } from '../../generated/requirements.ts';
import { allChecks } from '../checks/all-checks.ts';
import sentences from '../expectations.json' with { type: 'json' };
import { findChromium } from '../checks/embed/chromium.ts';
import type { StoreAccess, Target } from '../exchange.ts';
import { decodeReplay, type Replay } from '../runner/for-all.ts';
import type { Job } from '../runner/plan.ts';
import type { Options } from './options.ts';
import { UsageError } from './usage-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The text of a file that an option names. Throws UsageError where it cannot be read. */
function readText(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} names a file that cannot be read (${code}): ${file}`);
  }
}

/** Where a running server of the repository writes how to reach it. */
export function connectionFile(dataDir: string): string {
  return join(dataDir, 'connection.json');
}

function readConnection(file: string): Fields {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Fields;
  } catch {
    throw new UsageError(
      `no deployment to test: give --base-url, or start the server here first (no ${file})`,
    );
  }
}

/** The options that a connection file has under these names, in snake case; others are left out. */
function optionsIn(fields: Fields, names: readonly (keyof Options)[]): Partial<Options> {
  const entries = names.map((name) => {
    const value = fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
    return [name, value] as const;
  });
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== '')),
  );
}

function withKey(options: Options): Options {
  const { apiKeyFile } = options;
  if (apiKeyFile === undefined) return options;
  const apiKey = readText(apiKeyFile, '--api-key-file').trim();
  if (apiKey === '') throw new UsageError(`--api-key-file names a file without a key: ${apiKeyFile}`);
  return { ...options, apiKey };
}

/**
 * The stores of a connection file that complete the given options. What the file has of a store belongs to the
 * file's key for it: nothing is used where another key was given, and no store gets two roles.
 */
function storesFor(options: Options, fields: Fields): Partial<Options> {
  const { apiKey, secondApiKey, limitedApiKey, steadyApiKey } = options;
  const keys = [apiKey, secondApiKey, limitedApiKey, steadyApiKey];
  const second = optionsIn(fields, ['secondApiKey', 'secondAgentId', 'secondChatbotId']);
  const limited = optionsIn(fields, ['limitedApiKey', 'limitedRpm', 'agentLimit']);
  const steady = optionsIn(fields, ['steadyApiKey', 'steadyRpm']);
  return {
    ...(apiKey === undefined && optionsIn(fields, ['apiKey', 'agentId', 'chatbotId'])),
    ...(secondApiKey === undefined && !keys.includes(second.secondApiKey) && second),
    ...(limitedApiKey === undefined && !keys.includes(limited.limitedApiKey) && limited),
    ...(steadyApiKey === undefined && !keys.includes(steady.steadyApiKey) && steady),
  };
}

/**
 * The options, completed without --base-url from the connection.json that a running server wrote to `dataDir`; given
 * options win. Throws UsageError for a file that cannot be read.
 */
export function completeOptions(options: Options, dataDir: string | undefined): Options {
  const own = withKey(options);
  if (own.baseUrl !== undefined) return own;
  if (dataDir === undefined) throw new UsageError('no deployment to test: give --base-url');
  const file = connectionFile(dataDir);
  const fields = readConnection(file);
  const { ca, ...service } = optionsIn(fields, ['baseUrl', 'httpUrl', 'mcpUrl', 'ca']);
  return {
    ...service,
    ...(ca !== undefined && { ca: resolve(dirname(file), ca) }),
    ...storesFor(own, fields),
    ...own,
  };
}

function originOf(text: string, option: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} is not an http(s) URL: ${text}`);
  if (url.pathname !== '/' || url.search !== '')
    throw new UsageError(`${option} is an origin, to which /api is appended, without a path: ${text}`);
  return url.origin;
}

/** Keys are sent over HTTPS only, except to this machine. Source 5.7. */
function requireHttps(url: URL, option: string): void {
  if (url.protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)) return;
  throw new UsageError(`${option} is the https address; keys are not sent to ${url.origin}`);
}

function mcpUrlOf(text: string): string | undefined {
  if (text === 'none') return undefined;
  const url = URL.parse(text);
  if (url === null) throw new UsageError(`--mcp-url is not a URL: ${text}`);
  requireHttps(url, '--mcp-url');
  return text;
}

/** Throws for invalid header characters, and for a second store that is no other: isolation would seem violated. */
function validateKeys({ main, second, limited, steady }: Target['stores']): void {
  for (const store of [main, second, limited, steady]) {
    if (store === undefined || /^[\x21-\x7E]+$/.test(store.key)) continue;
    throw new UsageError('a key is empty, or has characters that a header cannot carry');
  }
  if (steady !== undefined && [main, second, limited].some((store) => store?.key === steady.key))
    throw new UsageError(
      '--steady-api-key is given for another store too; give a key that nothing else uses',
    );
  if (second === undefined) return;
  if (second.key === main.key)
    throw new UsageError('--second-api-key equals the main key; give a key of another store');
  if (second.key === limited?.key)
    throw new UsageError('--second-api-key equals --limited-api-key; give a key of another store');
}

function mainStore(options: Options): StoreAccess {
  const key = options.apiKey;
  if (key === undefined || key === '')
    throw new UsageError('no key: give --api-key, --api-key-file or CONFORMANCE_API_KEY');
  const planned = options.plan === undefined ? undefined : plans[options.plan]?.requestsPerMinute;
  const { agentId, chatbotId, failingAgentId, rpm = planned } = options;
  return { key, agentId, chatbotId, failingAgentId, requestsPerMinute: rpm };
}

function secondStore(options: Options): StoreAccess | undefined {
  const { secondApiKey: key, secondAgentId: agentId, secondChatbotId: chatbotId } = options;
  return key === undefined ? undefined : { key, agentId, chatbotId };
}

/** The store whose limits are tested; the main one where its limit was given and no other store. */
function limitedStore(options: Options, main: StoreAccess): StoreAccess | undefined {
  const { limitedApiKey, agentLimit } = options;
  const rpm = options.limitedRpm ?? (limitedApiKey === undefined ? main.requestsPerMinute : undefined);
  if (limitedApiKey === undefined && rpm === undefined && agentLimit === undefined) return undefined;
  const store = limitedApiKey === undefined ? main : { key: limitedApiKey };
  return { ...store, requestsPerMinute: rpm, agentLimit };
}

function steadyStore({ steadyApiKey: key, steadyRpm }: Options): StoreAccess | undefined {
  if ((key === undefined) !== (steadyRpm === undefined))
    throw new UsageError('--steady-api-key and --steady-rpm belong together: give both');
  return key === undefined ? undefined : { key, requestsPerMinute: steadyRpm };
}

function readAuthority(file: string): string {
  const text = readText(file, '--ca');
  if (text.includes('BEGIN CERTIFICATE')) return text;
  throw new UsageError(`--ca has no PEM certificate: ${file}`);
}

function targetOf(options: Options): Target {
  if (options.baseUrl === undefined) throw new UsageError('no deployment: give --base-url');
  const baseUrl = originOf(options.baseUrl, '--base-url');
  requireHttps(new URL(baseUrl), '--base-url');
  const main = mainStore(options);
  const stores = {
    main,
    second: secondStore(options),
    limited: limitedStore(options, main),
    steady: steadyStore(options),
  };
  validateKeys(stores);
  const { mcpUrl, httpUrl, ca } = options;
  return {
    baseUrl,
    mcpUrl: mcpUrlOf(mcpUrl ?? `${baseUrl}/mcp`),
    httpUrl: httpUrl === undefined ? baseUrl.replace(/^https:/, 'http:') : originOf(httpUrl, '--http-url'),
    stores,
    idleTimeoutMs: options.idleTimeout * 1000,
    browserPath: findChromium(options.browser),
    readOnly: options.readOnly,
    ca: ca === undefined ? undefined : readAuthority(ca),
    caFile: ca,
    insecure: options.insecure,
  };
}

function validateOnly(only: readonly string[]): readonly string[] {
  const known = new Set<string>([...allChecks.map(({ id }) => id), ...requirements.map(({ id }) => id)]);
  const slugs = new Set(['', ...Object.keys(sentences)]);
  const isKnown = ([id = '', slug = '']: readonly string[]): boolean => known.has(id) && slugs.has(slug);
  const unknown = only.find((one) => !isKnown(one.split('#')));
  if (unknown === undefined) return only;
  throw new UsageError(`--only: no requirement, check or expectation ${unknown} (see --list)`);
}

function replayOf(text: string): Replay {
  const replay = decodeReplay(text);
  if (replay === undefined) throw new UsageError(`--replay: not a replay string: ${text}`);
  if (allChecks.some(({ id }) => id === replay.checkId)) return replay;
  throw new UsageError(`--replay: no check ${replay.checkId} (see --list)`);
}

/** The job that complete options describe; `randomSeed` is used where none was given. Throws UsageError. */
export function readJob(options: Options, randomSeed: number): Job {
  const replay = options.replay === undefined ? undefined : replayOf(options.replay);
  return {
    target: targetOf(options),
    profile: options.profile,
    budget: {
      requests: options.maxRequests ?? Infinity,
      messages: options.maxMessages ?? Infinity,
      agents: options.maxAgents ?? Infinity,
    },
    seed: replay?.seed ?? options.seed ?? randomSeed,
    runs: options.runs,
    ...(options.maxTime !== undefined && { maxTimeMs: options.maxTime * 1000 }),
    ...(options.only && { only: validateOnly(options.only) }),
    ...(replay && { replay }),
  };
}
