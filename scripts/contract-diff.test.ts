import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareContracts, type ContractDiff } from './contract-diff/compare-contracts.ts';
import { formatMarkdown, formatText } from './contract-diff/format-report.ts';
import { readDocuments } from './contract-diff/read-documents.ts';
import { mainBranch, readVersion } from './contract-diff/read-version.ts';

const root = dirname(import.meta.dirname);
const release = join(root, 'spec', 'released', '1.0.0');
let folder = '';
/** The release with a shorter message. */
let changed = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  changed = join(folder, 'spec');
  cpSync(release, changed, { recursive: true });
  const file = join(changed, 'schemas', 'chat-request.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('maxLength: 32000', 'maxLength: 16000'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const command = join(root, 'scripts', 'contract-diff.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe('contract:diff', () => {
  it('exits with 1 for a breaking change and prints the JSON of the comparison', () => {
    const { code, out } = run(release, changed, '--format', 'json');
    expect(code).toBe(1);
    const diff = JSON.parse(out) as ContractDiff;
    expect(diff).toEqual(compareContracts(release, changed));
    expect(diff.changes).toMatchObject([
      { rule: 'request-narrowed', where: 'ChatRequest.message', witness: { validIn: ['old'] } },
    ]);
  });

  it('exits with 0 for equal versions, and takes a release by its version', () => {
    const { code, out } = run('1.0.0', release);
    expect([code, out]).toEqual([
      0,
      '1.0.0 -> 1.0.0: 0 breaking, 0 that ask more of deployments, 0 compatible\n',
    ]);
  });

  it('compares spec/ with the last commit on main without an argument', () => {
    expect(run().out).toBe(run(mainBranch(root)).out);
  });

  it.each<[given: string, args: string[], line: string]>([
    ['for three versions', ['a', 'b', 'c'], 'contract:diff: name two versions at most, or --help\n'],
    [
      'for an unknown ref',
      ['no-such-ref'],
      'contract:diff: no-such-ref is no release, no folder and no git ref with spec/\n',
    ],
    [
      'for an unknown format',
      [release, '--format', 'xml'],
      'contract:diff: --format must be one of text, json, markdown\n',
    ],
  ])('exits with 2 and one line %s', (_given, args, line) => {
    expect(run(...args)).toEqual({ code: 2, out: '', err: line });
  });
});

describe('readVersion', () => {
  it('reads spec/ at a git ref', () => {
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
      expect(spawnSync('git', [...identity, ...args], { cwd: folder }).status).toBe(0);
    };
    git('init', '--quiet');
    git('add', 'spec');
    git('commit', '--quiet', '--message', 'Add the contract');
    git('tag', 'v1');
    expect(readVersion(folder, 'v1')).toEqual(readDocuments(changed));
  });

  it('names a folder without a contract', () => {
    expect(() => readVersion(folder, tmpdir())).toThrow('has no openapi.yaml');
  });
});

describe('the formats', () => {
  const message = '{"agent_id":"a","message":"aaaaaaaaaaaaaaaaaaaa... (16001 characters)"}';

  it('print a change, for whom it breaks and the message as text', () => {
    const lines = formatText(compareContracts(release, changed)).split('\n');
    expect(lines).toEqual([
      '1.0.0 -> 1.0.0: 1 breaking, 0 that ask more of deployments, 0 compatible',
      '',
      'Breaking',
      '',
      '  ChatRequest.message: maxLength: 32000 -> 16000',
      '    for clients that send: A message that was valid is rejected. (request-narrowed)',
      '    in streamAgentChat request',
      `    valid in the old version only (message must NOT have more than 16000 characters): ${message}`,
      '',
      '1.0.0 -> 1.0.0: 1 breaking, 0 that ask more of deployments, 0 compatible',
      '',
    ]);
  });

  it('count the notes on whom things bind in the text, unless all are asked for', () => {
    const diff = compareContracts(release, join(root, 'spec'));
    const [text, all] = [formatText(diff), formatText(diff, true)];
    expect(text).toMatch(/\n {2}x-required-by, x-core: \d+ more \(--all shows them\)\n/);
    expect([text.includes('(binding-described)'), all.includes('(binding-described)')]).toEqual([
      false,
      true,
    ]);
    expect(all).not.toMatch(/--all|nobody[ ,].*our deployments/);
  });

  it('give the rule of the difference where a message breaks others, too', () => {
    const { changes } = compareContracts(release, join(root, 'spec'));
    const widened = changes.filter(
      ({ where, rule }) => `${where} ${rule}` === 'McpCapabilityApplied.type response-widened',
    );
    expect(widened.map(({ witness }) => witness?.error)).toEqual([
      expect.stringContaining('type must NOT have more than 64 characters'),
      expect.stringContaining('type must NOT have fewer than 1 characters'),
    ]);
  });

  it('print a table as Markdown', () => {
    const rows = formatMarkdown(compareContracts(release, changed)).split('\n');
    expect(rows).toContain(
      `| \`ChatRequest.message\` | maxLength: 32000 -> 16000 | clients that send | A message that was valid is rejected. (request-narrowed) | \`${message}\`: valid in the old version only (message must NOT have more than 16000 characters) |`,
    );
  });
});
