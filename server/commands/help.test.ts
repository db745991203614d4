import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/run-in-process.ts';

// These commands open no data folder.
describe('agent-service without a command', () => {
  it('prints the version of package.json, and documents the option in its help', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const printed = await runInProcess('unused', ['--version']);
    expect(printed).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await runInProcess('unused', ['--help'])).stdout).toMatch(/^ +--version +print the version$/m);
  });

  it('lists every command, the settings of serve and examples in its help', async () => {
    const { code, stdout } = await runInProcess('unused', ['--help']);
    expect(code).toBe(0);
    for (const word of [
      'serve',
      '--validate-responses',
      'migrate',
      'stores',
      'keys',
      'chatbots',
      'agents',
      'catalog',
      'backup',
      'restore',
      'check',
      'Examples:',
    ]) {
      expect(stdout).toContain(word);
    }
  });
});
