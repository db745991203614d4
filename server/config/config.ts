import { resolve } from 'node:path';
import { parseAddressRange, type AddressRange } from '../support/addresses.ts';
import { loadChatLimits, type ChatLimits } from './chat-limits.ts';
import {
  ConfigError,
  isProduction,
  readChoice,
  readNumber,
  readSwitch,
  type Environment,
} from './environment.ts';
import { type Hosts, loadHosts } from './hosts.ts';
import { loadMailSettings, type MailSettings } from './mail-settings.ts';
import { loadModelPrices, type ModelPrices } from './model-prices.ts';
import { loadModelSettings, type ModelSettings } from './model-settings.ts';
import { loadOidcSettings, type OidcSettings } from './oidc-settings.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The server's settings, read once from the environment and frozen. */
export interface Config extends Hosts {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly httpPort: number;
  /** Where `/metrics` is served to this machine; null: nowhere, and nothing is counted. */
  readonly metricsPort: number | null;
  /** Maximum number of connections of each port; null where MAX_CONNECTIONS is not set, so that `serve` chooses. */
  readonly maxConnections: number | null;
  /** PostgreSQL connection string; null selects SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** How long one request may wait for the database, all of its calls together (decision 0019). */
  readonly databaseDeadlineMs: number;
  /** 32 bytes as hexadecimal from MASTER_KEY; null selects (and creates) `master.key` in `dataDir`. */
  readonly masterKey: string | null;
  /** The master key before it, while MASTER_KEY is rotated; null otherwise. */
  readonly masterKeyPrevious: string | null;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Proxies whose X-Forwarded-Proto and X-Forwarded-For count. */
  readonly trustedProxies: readonly AddressRange[];
  /** How long a stop goes on serving with `/readyz` 503, so that a load balancer sends nothing to a closed port. */
  readonly shutdownDelayMs: number;
  /** How long a stop then waits for replies in progress. */
  readonly drainMs: number;
  /** After how many days conversations are deleted; null keeps them. */
  readonly retentionDays: number | null;
  /** Whether /demo shows the demo shop; by default outside production. */
  readonly demoShop: boolean;
  /** Whether the dashboard connects shops of private networks, too: for trials on one machine. */
  readonly allowPrivateShops: boolean;
  /** Null: no mail goes out. Holds a password: never log it. */
  readonly mail: MailSettings | null;
  /** Null without OpenID Connect. Holds a secret: never log it. */
  readonly oidc: OidcSettings | null;
  /** Whether responses and events are validated against the contract, as tests and `npm start` do. */
  readonly validateResponses: boolean;
  readonly chat: ChatLimits;
  /** Holds the vendors' keys: never log it. */
  readonly models: ModelSettings;
  readonly modelPrices: ModelPrices;
  readonly logLevel: (typeof logLevels)[number];
}

/** Reads the settings. Throws ConfigError that names the variable. */
export function loadConfig(env: Environment): Config {
  const hosts = loadHosts(env);
  return Object.freeze({
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    host: env['HOST'] || 'localhost',
    port: portOf(env, 'PORT', 8443),
    httpPort: portOf(env, 'HTTP_PORT', 8080),
    metricsPort: env['METRICS_PORT'] ? portOf(env, 'METRICS_PORT', 0) : null,
    maxConnections: wholeNumberOf(env, 'MAX_CONNECTIONS', 1_000_000),
    databaseUrl: env['DATABASE_URL'] || null,
    databaseDeadlineMs:
      1000 * readNumber(env, 'DATABASE_DEADLINE_SECONDS', 2, { min: 0.1, max: 60, whole: false }),
    ...masterKeysOf(env),
    tls: tlsOf(env),
    trustedProxies: trustedProxiesOf(env),
    shutdownDelayMs: 1000 * readNumber(env, 'SHUTDOWN_DELAY_SECONDS', 0, { min: 0, max: 60, whole: false }),
    drainMs: 1000 * readNumber(env, 'DRAIN_SECONDS', 30, { min: 0, max: 3600, whole: false }),
    retentionDays: wholeNumberOf(env, 'RETENTION_DAYS', 36_500),
    demoShop: readSwitch(env, 'DEMO_SHOP', !isProduction(env)),
    allowPrivateShops: readSwitch(env, 'ALLOW_PRIVATE_SHOPS', false),
    ...hosts,
    mail: loadMailSettings(env, hosts),
    oidc: loadOidcSettings(env),
    validateResponses: readSwitch(env, 'VALIDATE_RESPONSES', false),
    chat: loadChatLimits(env),
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

function masterKeysOf(env: Environment): Pick<Config, 'masterKey' | 'masterKeyPrevious'> {
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

function tlsOf(env: Environment): Config['tls'] {
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
