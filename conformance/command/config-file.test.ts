import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { configSchema, readOptions } from './config-file.ts';
import { createProgram } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isValid = new Ajv2020({ strict: true }).compile(configSchema());

function read(content: unknown, ...args: readonly string[]) {
  writeFileSync(join(folder, 'conformance.config.json'), JSON.stringify(content));
  return readOptions(createProgram(), args, folder);
}

const complete = {
  $schema: './node_modules/agent-conformance/conformance.config.schema.json',
  baseUrl: 'https://agents.example.com',
  chatbotId: 'bot_1',
  rpm: 60,
  runs: 0.5,
  readOnly: true,
  profile: 'core',
  only: ['R-2.1-04', 'agents/defaults'],
};

describe('readOptions', () => {
  it('takes a key of the command line before one of the environment, and not two of one place', () => {
    expect(() => read({}, '--api-key', 'one', '--api-key-file', 'key.txt')).toThrow('exclude each other');
    vi.stubEnv('CONFORMANCE_API_KEY', 'of the environment');
    expect(read({}, '--api-key-file', 'key.txt')).toMatchObject({ apiKeyFile: 'key.txt' });
    vi.stubEnv('CONFORMANCE_API_KEY_FILE', 'key.txt');
    expect(() => read({})).toThrow('exclude each other');
    expect(read({}, '--api-key', 'one')).toMatchObject({ apiKey: 'one', apiKeyFile: undefined });
    vi.unstubAllEnvs();
  });

  it('reads conformance.config.json, with paths relative to it', () => {
    const { $schema: _, ...options } = complete;
    expect(isValid(complete)).toBe(true);
    expect(read({ ...complete, baseline: 'known.json' })).toMatchObject({
      ...options,
      baseline: join(folder, 'known.json'),
    });
  });

  it('prefers the command line over the file', () => {
    expect(read(complete, '--rpm', '20', '--only', 'agents/list')).toMatchObject({
      rpm: 20,
      only: ['agents/list'],
      profile: 'core',
    });
  });

  it('reads the file of --config, and reports one that does not exist', () => {
    read(complete);
    const file = join(folder, 'conformance.config.json');
    expect(readOptions(createProgram(), ['--config', file], '/nonexistent')).toMatchObject({ rpm: 60 });
    const missing = () => readOptions(createProgram(), ['--config', 'missing.json'], folder);
    expect(missing).toThrow(`cannot read ${join(folder, 'missing.json')}: ENOENT`);
  });

  it.each([
    [{ rpm: 'many' }, 'rpm: It has the wrong type: "many".'],
    [{ rpm: 0 }, 'rpm: It must be a whole number from 1.'],
    [{ runs: -1 }, 'runs: It must be a number above 0.'],
    [{ readOnly: 'yes' }, 'readOnly: It must be true or false.'],
    [{ profile: 'all' }, 'profile: Allowed choices are core, full, exhaustive, reference.'],
    [{ only: 'agents/list' }, 'only: It has the wrong type: "agents/list".'],
    [{ chatbot: 'bot_1' }, 'there is no option "chatbot"'],
    [
      { secondApiKey: 'svc_x' },
      'secondApiKey must not be in a file that is shared; set CONFORMANCE_SECOND_API_KEY',
    ],
    [[], 'is not a JSON object with options'],
  ])('rejects %j, as its schema does', (content, message) => {
    expect(isValid(content)).toBe(false);
    expect(() => read(content)).toThrow(message);
  });
});
