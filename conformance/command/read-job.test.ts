import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram, type Options } from './options.ts';
import { completeOptions } from './read-job.ts';

const service = { baseUrl: 'https://localhost:8443', mcpUrl: 'https://localhost:8443/mcp' };
const main = { apiKey: 'key-one', agentId: 'agent-one', chatbotId: 'bot-one' };
const second = { secondApiKey: 'key-two', secondAgentId: 'agent-two', secondChatbotId: 'bot-two' };
const limited = { limitedApiKey: 'key-three', limitedRpm: 20, agentLimit: 3 };
const steady = { steadyApiKey: 'key-four', steadyRpm: 60 };
const all = { ...service, ...main, ...second, ...limited, ...steady };

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'connection-'));
  const fields = Object.entries(all).map(([name, value]) => [snakeCase(name), value] as const);
  writeFileSync(join(folder, 'connection.json'), JSON.stringify(Object.fromEntries(fields)));
  writeFileSync(join(folder, 'key'), 'key-of-mine\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The completed options of the arguments, without those that have defaults. */
function completed(...args: readonly string[]): Partial<Options> {
  const defaults = createProgram().parse([], { from: 'user' }).opts();
  const options = createProgram().parse(args, { from: 'user' }).opts<Options>();
  const complete = Object.entries(completeOptions(options, folder));
  return Object.fromEntries(complete.filter(([name]) => !(name in defaults)));
}

describe('completeOptions', () => {
  it('uses all of the connection file where nothing is given', () => {
    expect(completed()).toEqual(all);
  });

  it('does not use the connection file where an address is given', () => {
    const given = { baseUrl: 'https://elsewhere', apiKey: 'key-of-mine' };
    expect(completed('--base-url', given.baseUrl, '--api-key', given.apiKey)).toEqual(given);
  });

  it('prefers a given option over the connection file', () => {
    expect(completed('--agent-id', 'mine')).toEqual({ ...all, agentId: 'mine' });
  });

  it.each([
    ['--api-key', { ...service, apiKey: 'key-of-mine', ...second, ...limited, ...steady }],
    ['--second-api-key', { ...service, ...main, secondApiKey: 'key-of-mine', ...limited, ...steady }],
    ['--limited-api-key', { ...service, ...main, ...second, limitedApiKey: 'key-of-mine', ...steady }],
    ['--steady-api-key', { ...service, ...main, ...second, ...limited, steadyApiKey: 'key-of-mine' }],
  ])('uses nothing of the store whose key is given by %s', (option, expected) => {
    expect(completed(option, 'key-of-mine')).toEqual(expected);
  });

  it('uses nothing of the store whose key is given in a file', () => {
    const file = join(folder, 'key');
    const expected = {
      ...service,
      apiKey: 'key-of-mine',
      apiKeyFile: file,
      ...second,
      ...limited,
      ...steady,
    };
    expect(completed('--api-key-file', file)).toEqual(expected);
  });

  it.each([
    ['second', '--api-key', 'key-two', { ...service, apiKey: 'key-two', ...limited, ...steady }],
    ['limited', '--api-key', 'key-three', { ...service, apiKey: 'key-three', ...second, ...steady }],
    [
      'limited',
      '--second-api-key',
      'key-three',
      { ...service, ...main, secondApiKey: 'key-three', ...steady },
    ],
    [
      'steady',
      '--limited-api-key',
      'key-four',
      { ...service, ...main, ...second, limitedApiKey: 'key-four' },
    ],
    ['second', '--limited-api-key', 'key-two', { ...service, ...main, limitedApiKey: 'key-two', ...steady }],
  ])('uses no %s store where %s is its key', (_, option, key, expected) => {
    expect(completed(option, key)).toEqual(expected);
  });
});
