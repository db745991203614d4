import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './environment.ts';

describe('loadConfig', () => {
  it.each([
    ['NODE_ENV', 'prod', 'production or development, not "prod"'],
    ['PORT', '65536', 'a whole number from 0 to 65535, not "65536"'],
    ['HTTP_PORT', '80.5', 'a whole number from 0 to 65535, not "80.5"'],
    ['METRICS_PORT', 'on', 'a whole number from 0 to 65535, not "on"'],
    ['MAX_CONNECTIONS', '0', 'a whole number from 1 to 1000000, not "0"'],
    ['DEMO_SHOP', 'true', 'on or off, not "true"'],
    [
      'PUBLIC_URL',
      'https://agents.example/path',
      'an https origin such as https://agents.example, not "https://agents.example/path"',
    ],
    [
      'PUBLIC_URL',
      'http://agents.example',
      'an https origin such as https://agents.example, not "http://agents.example"',
    ],
    ['VALIDATE_RESPONSES', 'yes', 'on or off, not "yes"'],
    ['MASTER_KEY', 'abc', '64 hexadecimal characters (32 bytes)'],
    ['MASTER_KEY_PREVIOUS', 'abc', '64 hexadecimal characters (32 bytes)'],
    ['SHUTDOWN_DELAY_SECONDS', '61', 'a number from 0 to 60, not "61"'],
    ['DATABASE_DEADLINE_SECONDS', '0', 'a number from 0.1 to 60, not "0"'],
    ['DRAIN_SECONDS', '-1', 'a number from 0 to 3600, not "-1"'],
    ['RETENTION_DAYS', '0', 'a whole number from 1 to 36500, not "0"'],
    ['LOG_LEVEL', 'verbose', 'debug or info or warn or error or silent, not "verbose"'],
    ['MODEL_RETRIES', '1.5', 'a whole number from 0 to 2147483647, not "1.5"'],
    ['MODEL_MAX_STEPS', '0', 'a whole number from 1 to 2147483647, not "0"'],
    ['TOOL_OUTPUT_BYTES', 'many', 'a whole number from 256 to 2147483647, not "many"'],
    ['REPLY_TOTAL_SECONDS', '0', 'a number from 0.001 to 2147483, not "0"'],
    ['REPLY_TOTAL_SECONDS', '2147484', 'a number from 0.001 to 2147483, not "2147484"'],
  ])('rejects %s=%s with a message that names the variable and the rule', (name, value, rule) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new ConfigError(`${name} must be ${rule}`));
  });

  it.each([{ TLS_CERT: 'cert.pem' }, { TLS_KEY: 'key.pem' }])('rejects %j without its counterpart', (env) => {
    expect(() => loadConfig(env)).toThrow(
      new ConfigError('TLS_CERT and TLS_KEY go together: set both, or neither'),
    );
  });

  it('rejects MASTER_KEY_PREVIOUS without MASTER_KEY', () => {
    expect(() => loadConfig({ MASTER_KEY_PREVIOUS: '0'.repeat(64) })).toThrow(
      new ConfigError('MASTER_KEY_PREVIOUS goes with MASTER_KEY: set both, or neither'),
    );
  });

  it('rejects an invalid range in TRUSTED_PROXIES', () => {
    expect(() => loadConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/99' })).toThrow(
      new ConfigError('TRUSTED_PROXIES: "10.0.0.0/99" is neither an address nor a CIDR range'),
    );
  });

  it.each([
    'NODE_ENV',
    'DATA_DIR',
    'HOST',
    'PORT',
    'METRICS_PORT',
    'MAX_CONNECTIONS',
    'DATABASE_URL',
    'DATABASE_DEADLINE_SECONDS',
    'MASTER_KEY',
    'MASTER_KEY_PREVIOUS',
    'TLS_CERT',
    'RETENTION_DAYS',
    'VALIDATE_RESPONSES',
    'LOG_LEVEL',
  ])('treats an empty %s as unset', (name) => {
    expect(loadConfig({ [name]: '' })).toEqual(loadConfig({}));
  });

  it('uses the demo shop and the built-in model by default in development, but not in production', () => {
    const development = loadConfig({});
    expect(development).toMatchObject({ demoShop: true, models: { fallback: true } });
    expect(loadConfig({ NODE_ENV: 'development' })).toEqual(development);
    const { models, ...settings } = development;
    expect(loadConfig({ NODE_ENV: 'production' })).toEqual({
      ...settings,
      demoShop: false,
      models: { ...models, fallback: false },
    });
  });

  it('reads prices of models whose ids have colons and slashes, and names a mistake', () => {
    const text = 'anthropic/claude-sonnet-4.5=3:15:0.3, us.anthropic.claude-v1:0=0.25:1.25';
    expect([...loadConfig({ MODEL_PRICES: text }).modelPrices]).toEqual([
      ['anthropic/claude-sonnet-4.5', { input: 3, cachedInput: 0.3, output: 15 }],
      ['us.anthropic.claude-v1:0', { input: 0.25, cachedInput: 0.25, output: 1.25 }],
    ]);
    expect(loadConfig({}).modelPrices.size).toBe(0);
    for (const mistake of ['gpt-5', 'gpt-5=1', 'gpt-5=1:x', '=1:2', 'gpt-5=-1:2'])
      expect(() => loadConfig({ MODEL_PRICES: mistake })).toThrow(/MODEL_PRICES: .* must be/);
  });

  it('prefers DEMO_SHOP and MODEL_FALLBACK to the defaults of NODE_ENV', () => {
    const settings = { DEMO_SHOP: 'on', MODEL_FALLBACK: 'built-in' };
    expect(loadConfig({ NODE_ENV: 'production', ...settings })).toEqual(loadConfig(settings));
  });

  it('reads times in seconds, fractions included, as milliseconds', () => {
    expect(loadConfig({ SLOW_READER_SECONDS: '0.3' }).chat.slowReaderMs).toBe(300);
  });
});
