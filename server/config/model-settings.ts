import { ConfigError, isProduction, readChoice, readNumber, type Environment } from './environment.ts';

/** The model_provider of an agent (source 2.2). */
export type ProviderSlot = 'provider_one' | 'provider_two' | 'provider_three';
export type Vendor = 'anthropic' | 'openai' | 'openrouter' | 'bedrock';

/** How to reach one vendor. Holds secrets: never log it. */
export interface VendorSettings {
  readonly vendor: Vendor;
  readonly apiKey: string | null;
  /** AWS credentials, for bedrock without an API key. */
  readonly aws: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  } | null;
  readonly region: string | null;
  /** The model of agents that name the built-in model, as the demo's agent does. */
  readonly model: string;
  /** Null selects the vendor's own address. */
  readonly baseUrl: string | null;
}

export interface ModelSettings {
  /** Null: no credentials for this provider. */
  readonly providers: Readonly<Record<ProviderSlot, VendorSettings | null>>;
  /** Whether the built-in model replaces a provider without credentials. */
  readonly fallback: boolean;
  /** Delay of the built-in model before each piece of its text; 0 for none. */
  readonly builtInPaceMs: number;
}

/** The model_id of the built-in model; with a vendor's credentials it stands for that vendor's default. */
export const builtInModelId = 'shopping-1';

/** The model that a vendor is asked for: its own where an agent names the built-in one. */
export function calledModel({ model }: VendorSettings, modelId: string): string {
  return modelId === builtInModelId ? model : modelId;
}

const defaultModels: Readonly<Record<Vendor, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-4.1-mini',
  openrouter: 'anthropic/claude-sonnet-4.5',
  bedrock: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
};

// source 2.2: the first is a direct model vendor, the second a model router, the third a cloud model platform.
const vendorsOf: Readonly<Record<ProviderSlot, readonly [Vendor, ...Vendor[]]>> = {
  provider_one: ['anthropic', 'openai'],
  provider_two: ['openrouter'],
  provider_three: ['bedrock'],
};

/** Reads PROVIDER_ONE, PROVIDER_TWO and PROVIDER_THREE with their keys. Throws ConfigError that names the variable. */
export function loadModelSettings(env: Environment): ModelSettings {
  return Object.freeze({
    providers: {
      provider_one: vendorSettings(env, 'provider_one'),
      provider_two: vendorSettings(env, 'provider_two'),
      provider_three: vendorSettings(env, 'provider_three'),
    },
    fallback:
      readChoice(env, 'MODEL_FALLBACK', isProduction(env) ? 'none' : 'built-in', ['built-in', 'none']) ===
      'built-in',
    builtInPaceMs: readNumber(env, 'BUILT_IN_MODEL_PACE_MS', 0, { min: 0, max: 60_000, whole: true }),
  });
}

function vendorSettings(env: Environment, slot: ProviderSlot): VendorSettings | null {
  const name = slot.toUpperCase();
  const read = (suffix: string): string | null => env[`${name}${suffix}`] || null;
  const apiKey = read('_API_KEY');
  const aws = awsCredentials(name, read);
  if (apiKey === null && aws === null) return withoutCredentials(slot, name, read);
  const vendor = vendorOf(slot, name, read(''));
  for (const secret of secrets) checkSecret(`${name}${secret}`, read(secret));
  const region = slot === 'provider_three' ? read('_REGION') : null;
  if (vendor === 'bedrock' && region === null) throw new ConfigError(`${name}_REGION is needed for bedrock`);
  const baseUrl = baseUrlOf(`${name}_BASE_URL`, read('_BASE_URL'));
  return { vendor, apiKey, aws, region, model: read('_MODEL') ?? defaultModels[vendor], baseUrl };
}

const secrets = ['_API_KEY', '_ACCESS_KEY_ID', '_SECRET_ACCESS_KEY', '_SESSION_TOKEN'];

// Each is sent in a header; a pasted line break would fail every call. Never quoted.
function checkSecret(variable: string, text: string | null): void {
  if (text === null || /^[\x21-\x7e]+$/.test(text)) return;
  throw new ConfigError(`${variable} must be visible ASCII characters without spaces or line breaks`);
}

function withoutCredentials(slot: ProviderSlot, name: string, read: (suffix: string) => string | null): null {
  const suffixes = ['', '_BASE_URL', '_MODEL', ...(slot === 'provider_three' ? ['_REGION'] : [])];
  const alone = suffixes.find((suffix) => read(suffix) !== null);
  if (alone !== undefined) throw new ConfigError(`${name}${alone} is set, but ${name}_API_KEY is not`);
  return null;
}

function vendorOf(slot: ProviderSlot, name: string, chosen: string | null): Vendor {
  const vendors = vendorsOf[slot];
  const vendor = chosen === null ? vendors[0] : vendors.find((known) => known === chosen);
  if (vendor === undefined) throw new ConfigError(`${name} must be ${vendors.join(' or ')}, not "${chosen}"`);
  return vendor;
}

function awsCredentials(name: string, read: (suffix: string) => string | null): VendorSettings['aws'] {
  if (name !== 'PROVIDER_THREE') return null;
  const accessKeyId = read('_ACCESS_KEY_ID');
  const secretAccessKey = read('_SECRET_ACCESS_KEY');
  const sessionToken = read('_SESSION_TOKEN');
  if (accessKeyId === null && secretAccessKey === null) return null;
  if (accessKeyId === null || secretAccessKey === null) {
    throw new ConfigError(`${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY go together`);
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

function baseUrlOf(variable: string, text: string | null): string | null {
  if (text === null) return null;
  if (!URL.canParse(text)) throw new ConfigError(`${variable} must be an absolute URL, not "${text}"`);
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  // The address is logged at start, and paths are appended to it.
  if (username + password + search + hash !== '') {
    throw new ConfigError(`${variable} must not hold a password, a query or a fragment`);
  }
  // The provider's key is sent there: unencrypted only within this machine.
  if (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname)))
    return text.replace(/\/+$/, '');
  throw new ConfigError(`${variable} must be https (plain http only to this machine), not "${text}"`);
}
