import { resolve } from 'node:path';
import { parseAddressRange, type AddressRange } from '../support/addresses.ts';
import { loadChatLimits } from './chat-limits.ts';
import {
  ConfigError,
  isProduction,
  type NumberRange,
  readChoice,
  readNumber,
  readSwitch,
  type Environment,
} from './environment.ts';
import { loadHosts } from './hosts.ts';
import { loadMailSettings } from './mail-settings.ts';
import { loadModelPrices } from './model-prices.ts';
import { loadModelSettings } from './model-settings.ts';
import { loadOidcSettings } from './oidc-settings.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The server's settings, read once from the environment and frozen. */
export type Config = ReturnType<typeof loadConfig>;

/** Reads the settings. Throws ConfigError that names the variable. */
export function loadConfig(env: Environment) {
  const hosts = loadHosts(env);
  return Object.freeze({
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    host: env['HOST'] || 'localhost',
    port: portOf(env, 'PORT', 8443),
    httpPort: portOf(env, 'HTTP_PORT', 8080),
    /** Where `/metrics` is served to this machine; null: nowhere, and nothing is counted. */
    metricsPort: env['METRICS_PORT'] ? portOf(env, 'METRICS_PORT', 0) : null,
    /** Maximum number of connections of each port; null where MAX_CONNECTIONS is not set, so that `serve` chooses. */
    maxConnections: wholeNumberOf(env, 'MAX_CONNECTIONS', 1_000_000),
    /** PostgreSQL connection string; null selects SQLite in `dataDir`. */
    databaseUrl: env['DATABASE_URL'] || null,
    /** How long one request may wait for the database, all of its calls together (decision 0019). */
    databaseDeadlineMs: millisecondsOf(env, 'DATABASE_DEADLINE_SECONDS', 2, { min: 0.1, max: 60 }),
    ...masterKeysOf(env),
    tls: tlsOf(env),
    /** Proxies whose X-Forwarded-Proto and X-Forwarded-For count. */
    trustedProxies: trustedProxiesOf(env),
    /** How long a stop goes on serving with `/readyz` 503, so that a load balancer sends nothing to a closed port. */
    shutdownDelayMs: millisecondsOf(env, 'SHUTDOWN_DELAY_SECONDS', 0, { min: 0, max: 60 }),
    /** How long a stop then waits for replies in progress. */
    drainMs: millisecondsOf(env, 'DRAIN_SECONDS', 30, { min: 0, max: 3600 }),
    /** After how many days conversations are deleted; null keeps them. */
    retentionDays: wholeNumberOf(env, 'RETENTION_DAYS', 36_500),
    /** Whether /demo shows the demo shop; by default outside production. */
    demoShop: readSwitch(env, 'DEMO_SHOP', !isProduction(env)),
    /** Whether the dashboard connects shops of private networks, too: for trials on one machine. */
    allowPrivateShops: readSwitch(env, 'ALLOW_PRIVATE_SHOPS', false),
    ...hosts,
    /** Null: no mail goes out. Holds a password: never log it. */
    mail: loadMailSettings(env, hosts),
    /** Null without OpenID Connect. Holds a secret: never log it. */
    oidc: loadOidcSettings(env),
    /** Whether responses and events are validated against the contract, as tests and `npm start` do. */
    validateResponses: readSwitch(env, 'VALIDATE_RESPONSES', false),
    chat: loadChatLimits(env),
    /** Holds the vendors' keys: never log it. */
    models: loadModelSettings(env),
    modelPrices: loadModelPrices(env),
    logLevel: readChoice(env, 'LOG_LEVEL', 'info', logLevels),
  });
}

function portOf(env: Environment, name: string, fallback: number): number {
  return readNumber(env, name, fallback, { min: 0, max: 65_535, whole: true });
}

/** From 1; null where the variable is not set. */
function wholeNumberOf(env: Environment, name: string, max: number): number | null {
  if (!env[name]) return null;
  return readNumber(env, name, 0, { min: 1, max, whole: true });
}

function millisecondsOf(
  env: Environment,
  name: string,
  fallbackSeconds: number,
  range: Pick<NumberRange, 'min' | 'max'>,
): number {
  return 1000 * readNumber(env, name, fallbackSeconds, { ...range, whole: false });
}

/** 32 bytes as hexadecimal: MASTER_KEY, else null, which selects (and creates) `master.key` in `dataDir`, and the one before it while it is rotated. */
function masterKeysOf(env: Environment) {
  const masterKey = masterKeyOf(env, 'MASTER_KEY');
  const masterKeyPrevious = masterKeyOf(env, 'MASTER_KEY_PREVIOUS');
  if (masterKey !== null || masterKeyPrevious === null) return { masterKey, masterKeyPrevious };
  throw new ConfigError('MASTER_KEY_PREVIOUS goes with MASTER_KEY: set both, or neither');
}

function masterKeyOf(env: Environment, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  // Never quoted: it may be a key with a typing mistake.
  throw new ConfigError(`${name} must be 64 hexadecimal characters (32 bytes)`);
}

function tlsOf(env: Environment) {
  const certFile = env['TLS_CERT'];
  const keyFile = env['TLS_KEY'];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new ConfigError('TLS_CERT and TLS_KEY go together: set both, or neither');
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

function trustedProxiesOf(env: Environment): AddressRange[] {
  const texts = (env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(Boolean);
  return texts.map((text) => {
    const range = parseAddressRange(text);
    if (range !== null) return range;
    throw new ConfigError(`TRUSTED_PROXIES: "${text}" is neither an address nor a CIDR range`);
  });
}

/** A link to the dashboard, which is at DASHBOARD_HOST, else at `baseUrl`; no server sees the fragment. */
export function dashboardLink(
  { dashboardHost }: Pick<Config, 'dashboardHost'>,
  baseUrl: string,
  fragment: string,
): string {
  const origin = dashboardHost === null ? new URL(baseUrl).origin : `https://${dashboardHost}`;
  return `${origin}/dashboard/#${fragment}`;
}

/** The host of the service's URL: clients cannot connect to 0.0.0.0 and ::, which only mean every interface. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
