import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './environment.ts';

describe('a wrong setting', () => {
  it.each([
    ['NODE_ENV', 'prod', 'production, development or test'],
    ['PORT', '65536', 'a port number from 0 to 65535'],
    ['HTTP_PORT', '80.5', 'a port number from 0 to 65535'],
    ['HTTP2', 'yes', 'on or off'],
    ['DEMO_SHOP', 'true', 'on or off'],
    ['MASTER_KEY', 'abc', '64 hexadecimal characters'],
    ['DRAIN_SECONDS', '-1', 'a number from 0 to 3600'],
    ['LOG_LEVEL', 'verbose', 'one of debug, info, warn, error, silent'],
    ['MODEL_RETRIES', '1.5', 'a whole number from 0'],
    ['MODEL_MAX_STEPS', '0', 'a whole number from 1'],
    ['TOOL_OUTPUT_BYTES', 'many', 'a whole number from 256'],
    ['REPLY_TOTAL_SECONDS', '0', 'a number from 0.001 to 2147483'],
    ['REPLY_TOTAL_SECONDS', '2147484', 'a number from 0.001 to 2147483'],
  ])('is refused with its name and the rule: %s=%s', (name, value, rule) => {
    const load = (): unknown => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(`${name} must be ${rule}`);
  });
});

describe('a setting', () => {
  it.each([
    'NODE_ENV',
    'DATA_DIR',
    'HOST',
    'PORT',
    'HTTP2',
    'DATABASE_URL',
    'MASTER_KEY',
    'TLS_CERT',
    'LOG_LEVEL',
  ])('that is empty is as if it were not there: %s', (name) =>
    expect(loadConfig({ [name]: '' })).toEqual(loadConfig({})),
  );

  it.each([
    [undefined, 'development', true],
    ['test', 'development', true],
    ['development', 'development', true],
    ['production', 'production', false],
  ] as const)('of the environment, %s, is %s', (value, environment, demoShop) => {
    expect(loadConfig({ NODE_ENV: value })).toMatchObject({ environment, demoShop });
  });

  it('of a time is in seconds, and may be a part of one', () => {
    expect(loadConfig({ SLOW_READER_SECONDS: '0.3' }).chat.slowReaderMs).toBe(300);
  });
});
