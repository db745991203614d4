import { allChecks } from '../checks/all-checks.ts';
import { plans } from '../../generated/plans.ts';
import { requirements } from '../../generated/requirements.ts';
import type { Job } from '../runner/job.ts';
import { decodeReplay, type Replay } from '../runner/replay.ts';
import type { StoreAccess, Target } from '../target.ts';
import type { Options } from './options.ts';
import { readText } from './read-text.ts';
import { UsageError } from './usage-error.ts';

function originOf(text: string, name: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} is not an http(s) URL: ${text}`);
  if (url.pathname !== '/' || url.search !== '')
    throw new UsageError(`${name} is an origin, without a path: ${text}`);
  return url.origin;
}

/** Keys go over HTTPS, but on this machine itself: a plain address elsewhere would give them away. Source 5.7. */
function checkSecrecy(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return;
  throw new UsageError(`--base-url is the https address; keys are not sent to ${baseUrl}`);
}

/** Throws for keys that no header can carry, and for another store that is none: all isolation would seem broken. */
function checkKeys({ main, second, limited }: Target['stores']): void {
  for (const store of [main, second, limited]) {
    if (store === undefined || /^[\x21-\x7E]+$/.test(store.key)) continue;
    throw new UsageError('a key is empty, or has characters that a header cannot carry');
  }
  if (second === undefined) return;
  if (second.key === main.key)
    throw new UsageError('--second-api-key is the main key again; it has to be a key of another store');
  if (second.key === limited?.key)
    throw new UsageError('--second-api-key is --limited-api-key again; it has to be a key of another store');
}

/** `value` under `name`, or nothing where it is undefined. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: Value });
}

function mainStore(options: Options): StoreAccess {
  const key = options.apiKey;
  if (key === undefined || key === '')
    throw new UsageError('no key: give --api-key, --api-key-file or CONFORMANCE_API_KEY');
  const planned = options.plan === undefined ? undefined : plans[options.plan]?.requestsPerMinute;
  return {
    key,
    ...given('agentId', options.agentId),
    ...given('chatbotId', options.chatbotId),
    ...given('requestsPerMinute', options.rpm ?? planned),
  };
}

function secondStore({ secondApiKey, secondAgentId, secondChatbotId }: Options): StoreAccess | undefined {
  if (secondApiKey === undefined) return undefined;
  return { key: secondApiKey, ...given('agentId', secondAgentId), ...given('chatbotId', secondChatbotId) };
}

/** The store whose limits are tried; the main one where its limit was named and no other store was given. */
function limitedStore(options: Options, main: StoreAccess): StoreAccess | undefined {
  const rpm =
    options.limitedRpm ?? (options.limitedApiKey === undefined ? main.requestsPerMinute : undefined);
  if (options.limitedApiKey === undefined && rpm === undefined && options.agentLimit === undefined)
    return undefined;
  return {
    ...(options.limitedApiKey === undefined ? main : { key: options.limitedApiKey }),
    ...given('requestsPerMinute', rpm),
    ...given('agentLimit', options.agentLimit),
  };
}

function authorityIn(file: string): string {
  const text = readText(file, '--ca');
  if (text.includes('BEGIN CERTIFICATE')) return text;
  throw new UsageError(`--ca has no PEM certificate: ${file}`);
}

function targetOf(options: Options): Target {
  if (options.baseUrl === undefined) throw new UsageError('no deployment: give --base-url');
  const baseUrl = originOf(options.baseUrl, '--base-url');
  checkSecrecy(baseUrl);
  const main = mainStore(options);
  const second = secondStore(options);
  const limited = limitedStore(options, main);
  const stores = { main, ...given('second', second), ...given('limited', limited) };
  checkKeys(stores);
  const mcpUrl = options.mcpUrl ?? `${baseUrl}/mcp`;
  if (mcpUrl !== 'none' && URL.parse(mcpUrl) === null)
    throw new UsageError(`--mcp-url is not a URL: ${mcpUrl}`);
  return {
    baseUrl,
    mcpUrl: mcpUrl === 'none' ? undefined : mcpUrl,
    httpUrl:
      options.httpUrl === undefined
        ? baseUrl.replace(/^https:/, 'http:')
        : originOf(options.httpUrl, '--http-url'),
    stores,
    idleTimeoutMs: options.idleTimeout * 1000,
    readOnly: options.readOnly,
    ...(options.ca !== undefined && { ca: authorityIn(options.ca) }),
    insecure: options.insecure,
  };
}

function knownIds(only: readonly string[]): readonly string[] {
  const known = new Set<string>([...allChecks.map(({ id }) => id), ...requirements.map(({ id }) => id)]);
  const unknown = only.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new UsageError(`--only: there is no requirement or check ${unknown} (see --list)`);
  return only;
}

function replayOf(text: string): Replay {
  const replay = decodeReplay(text);
  if (replay === undefined) throw new UsageError(`--replay: not a replay string: ${text}`);
  if (allChecks.some(({ id }) => id === replay.checkId)) return replay;
  throw new UsageError(`--replay: there is no check ${replay.checkId} (see --list)`);
}

/** What to run, from options that are complete. `anySeed` is used where none was given. Throws UsageError. */
export function readJob(options: Options, anySeed: number): Job {
  const replay = options.replay === undefined ? undefined : replayOf(options.replay);
  return {
    target: targetOf(options),
    profile: options.profile,
    budget: {
      requests: options.maxRequests ?? Infinity,
      messages: options.maxMessages ?? Infinity,
      agents: options.maxAgents ?? Infinity,
    },
    seed: replay?.seed ?? options.seed ?? anySeed,
    runs: options.runs,
    ...(options.only && { only: knownIds(options.only) }),
    ...(replay && { replay }),
  };
}
