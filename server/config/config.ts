import { resolve } from 'node:path';
import { type ChatLimits, loadChatLimits } from './chat-limits.ts';
import { loadModelSettings, type ModelSettings } from './model-settings.ts';

/** The server's settings, read once from the environment and frozen. */
export interface Config {
  readonly environment: 'development' | 'production';
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly httpPort: number;
  /** PostgreSQL connection string; null takes SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** 32 bytes as hexadecimal from MASTER_KEY; null takes (and makes) `master.key` in `dataDir`. */
  readonly masterKey: string | null;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** CIDR ranges of proxies whose X-Forwarded-Proto counts. */
  readonly trustedProxies: readonly string[];
  /** How long a stop waits for replies under way, in milliseconds. */
  readonly drainMs: number;
  /** Whether /demo shows the demo shop: in development, or where DEMO_SHOP says so. */
  readonly demoShop: boolean;
  /** Whether the TLS port offers HTTP/2 beside HTTP/1.1 (decision 0036). */
  readonly http2: boolean;
  readonly chat: ChatLimits;
  /** Holds the vendors' keys: never log it. */
  readonly models: ModelSettings;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Reads the settings. Throws ConfigError that names the variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return Object.freeze({
    environment: environmentOf(env),
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    host: env['HOST'] || 'localhost',
    port: portOf(env, 'PORT', 8443),
    httpPort: portOf(env, 'HTTP_PORT', 8080),
    databaseUrl: env['DATABASE_URL'] || null,
    masterKey: masterKeyOf(env),
    tls: tlsOf(env),
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(Boolean),
    drainMs: drainMsOf(env),
    demoShop: isOn(env, 'DEMO_SHOP', environmentOf(env) === 'production' ? 'off' : 'on'),
    http2: isOn(env, 'HTTP2', 'off'),
    chat: loadChatLimits(env),
    models: loadModelSettings(env),
    logLevel: logLevelOf(env),
  });
}

// A misspelt "production" would put the built-in model before shoppers.
function environmentOf(env: Environment): Config['environment'] {
  const text = env['NODE_ENV'] || 'development';
  if (text === 'production') return text;
  if (text === 'development' || text === 'test') return 'development';
  throw new ConfigError(`NODE_ENV must be production, development or test, not "${text}"`);
}

function portOf(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}"`);
  }
  return port;
}

function isOn(env: Environment, variable: string, fallback: 'on' | 'off'): boolean {
  const text = env[variable] || fallback;
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${variable} must be on or off, not "${text}"`);
  return text === 'on';
}

function masterKeyOf(env: Environment): string | null {
  const text = env['MASTER_KEY'];
  if (text === undefined || text === '') return null;
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError('MASTER_KEY must be 64 hexadecimal characters (32 bytes)');
  return text.toLowerCase();
}

function tlsOf(env: Environment): Config['tls'] {
  const certFile = env['TLS_CERT'];
  const keyFile = env['TLS_KEY'];
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new ConfigError('TLS_CERT and TLS_KEY go together: set both, or neither');
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
}

function drainMsOf(env: Environment): number {
  const text = env['DRAIN_SECONDS'] || '30';
  const seconds = Number(text);
  if (!(seconds >= 0 && seconds <= 3600)) {
    throw new ConfigError(`DRAIN_SECONDS must be a number from 0 to 3600, not "${text}"`);
  }
  return seconds * 1000;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

function logLevelOf(env: Environment): Config['logLevel'] {
  const text = env['LOG_LEVEL'] || 'info';
  const level = logLevels.find((known) => known === text);
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}"`);
  return level;
}

/** A setting is missing or wrong: one line for the operator, no stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The host of the service's URL: clients cannot connect to 0.0.0.0 and ::, which only mean every interface. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
