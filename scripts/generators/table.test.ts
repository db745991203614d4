import { describe, expect, it } from 'vitest';
import { writeTable } from './table.ts';
import type { Trial } from './trial.ts';

const begin = '<!-- generators: written by npm run test:generators -->';
const end = '<!-- /generators -->';
const trial: Trial = {
  tool: { name: 'Tool', note: 'Read this' },
  version: '1.2.3',
  input: 'openapi.json',
  gives: '4 models',
  compiledWith: 'go 1.22',
  limits: [],
  problems: [],
};

function rowsOf(trials: readonly Trial[]): string[] {
  return writeTable(`${begin}\n${end}`, trials)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
}

describe('writeTable', () => {
  it('replaces what is between the markers and keeps the rest', () => {
    const once = writeTable(`before\n${begin}\nold\n${end}\nafter`, [trial]);
    expect(once).toMatch(/^before\n<!-- generators[^]*4 models[^]*<!-- \/generators -->\nafter$/);
    expect(once).not.toContain('old');
    expect(writeTable(once, [trial])).toBe(once);
  });

  it('rejects a text without the markers', () => {
    expect(() => writeTable('text', [trial])).toThrow('spec/README.md must have');
  });

  it('writes one row a tool, with a line for each input and each compiler once', () => {
    expect(rowsOf([trial, { ...trial, input: 'asyncapi.json', gives: '6 models' }])).toEqual([
      '| Tool | 1.2.3 | openapi.json<br>asyncapi.json | 4 models<br>6 models | go 1.22 | Read this |',
    ]);
  });

  it('names the inputs of a limit and of a problem', () => {
    const limited = { ...trial, limits: ['no streams'] };
    expect(rowsOf([limited, { ...limited, input: 'asyncapi.json', problems: ['a | b'] }])[0]).toContain(
      'Read this<br>`openapi.json`, `asyncapi.json`: no streams<br>`asyncapi.json`: **fails**: a \\| b |',
    );
  });
});
