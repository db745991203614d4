import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { requirements } from '../generated/requirements.ts';
import { maximal } from './mutants/conforming/maximal.ts';
import { mutants } from './mutants/defects/all.ts';
import type { Deployment } from './mutants/server/deployment.ts';
import { changeJson } from './mutants/server/responses.ts';
import { broken } from './mutants/running-server.ts';
import { runCommand } from './command/run-command.ts';
import { runCli } from './testing/run-cli.ts';
import { startTarget, type TestTarget } from './testing/start-target.ts';

function mutant(id: string): Deployment {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no mutant ${id}`);
  return broken(found);
}

/** Repeats in every error what it was sent, keys included, in a body that breaks a clause and so is printed. */
const gossip: Deployment = {
  ...maximal,
  name: 'gossip',
  finish: (reply, incoming) =>
    reply.status < 400
      ? reply
      : changeJson(reply, ({ status }) => ({ error: incoming.headers, url: [...incoming.query], status })),
};

const conforming = await startTarget(maximal);
const trimming = await startTarget(mutant('name-trimmed'));
const hanging = await startTarget(mutant('stream-hangs-before-end'));
const gossiping = await startTarget(gossip);
const targets = [conforming, trimming, hanging, gossiping];
afterAll(() => Promise.all(targets.map((target) => target.close())));

function run(target: TestTarget, ...args: string[]) {
  return runCli(args, { DATA_DIR: target.folder });
}

/** The longest run of characters that a text shares with a key, in either case, when it is 8 or more. */
function leaks(text: string, keys: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return keys.flatMap((key) =>
    Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8).toLowerCase()).filter((piece) =>
      lower.includes(piece),
    ),
  );
}

describe('0', () => {
  it('is the answer to a conforming server, found by its connection.json', async () => {
    const { exitCode, stdout } = await run(conforming, '--profile', 'core', '--seed', '3');
    expect(stdout).toMatch(/^Judging https:.*seed 3\nPlan: \d+ checks, at most \d+ requests/);
    expect(stdout).toContain('Nothing stated is violated');
    expect(exitCode).toBe(0);
  });

  it('is the answer to a conforming server when another of its stores is named by a key alone', async () => {
    const [, , third = ''] = conforming.keys;
    const keyFile = join(conforming.folder, 'third-key');
    await writeFile(keyFile, `${third}\n`);
    const { exitCode, stdout } = await run(
      conforming,
      ...[
        '--api-key-file',
        keyFile,
        '--only',
        'chat-stream/reply,widget/configuration,tenancy/foreign-agent',
      ],
    );
    expect(stdout).toContain('needs a chatbot (--chatbot-id)');
    expect(stdout).toContain('Nothing stated is violated');
    expect(exitCode).toBe(0);
  });

  it('is the answer to --version, with that of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const { exitCode, stdout, stderr } = await runCli(['--version'], {});
    expect([stdout, stderr, exitCode]).toEqual([`${version}\n`, '', 0]);
  });

  it('is the answer to --help, which says what --version and --list print', async () => {
    const { exitCode, stdout } = await runCli(['--help'], {});
    expect(stdout).toMatch(/^ +--version +print the version$/m);
    expect(stdout).toMatch(/^ +--list +list every clause with the checks that judge it/m);
    expect(exitCode).toBe(0);
  });

  it('lists every clause with its checks', async () => {
    const { exitCode, stdout } = await runCli(['--list'], {});
    expect(requirements.filter(({ id }) => !stdout.includes(`${id} (`))).toEqual([]);
    expect(exitCode).toBe(0);
  });
});

describe('1', () => {
  it('is the answer to a broken clause; replay repeats it alone, and a baseline takes it', async () => {
    const reports = join(trimming.folder, 'reports');
    const first = await run(trimming, '--only', 'agents/keeps-text', '--report-dir', reports);
    expect(first.exitCode).toBe(1);
    expect(first.stdout).toContain('R-2.1-04');
    const replay = /--replay '([^']+)'/.exec(first.stdout)?.[1] ?? '';
    const again = await run(trimming, '--replay', replay);
    expect(again.exitCode).toBe(1);
    const requests = (text: string): number => Number(/\n(\d+) requests, /.exec(text)?.[1]);
    expect(requests(again.stdout)).toBeLessThan(10);
    const sound = await run(conforming, '--replay', replay);
    expect(sound.exitCode).toBe(0);
    expect(sound.stdout).toContain(`Repeated ${replay}: it does not fail.`);
    const baseline = join(reports, 'baseline.json');
    const known = await run(trimming, '--only', 'agents/keeps-text', '--baseline', baseline);
    expect(known.exitCode).toBe(0);
    const stale = await run(conforming, '--only', 'agents/keeps-text', '--baseline', baseline);
    expect(stale.exitCode).toBe(1);
    expect(stale.stdout).toContain('take them out of the baseline');
  });

  it('is the answer to a stream that hangs, within 5 s of silence beyond the idle timeout', async () => {
    const { exitCode, stdout } = await run(hanging, '--only', 'chat-stream/reply', '--idle-timeout', '1');
    const seconds = Number(/agents, ([\d.]+) s, seed/.exec(stdout)?.[1]);
    expect(stdout).toContain('R-6-10');
    expect(exitCode).toBe(1);
    // The worker's own start is in it, and a busy machine takes its time; the default timeout alone would be 30.
    expect(seconds).toBeLessThan(6 + 20);
  });
});

describe('2', () => {
  const nowhere = ['--base-url', 'https://127.0.0.1:1', '--api-key', 'svc_x'];
  const there = ['--base-url', conforming.baseUrl, '--api-key', 'svc_x'];
  it.each([
    ['a number that is none', ['--seed', 'x']],
    ['no deployment', []],
    ['an address that is none', ['--base-url', 'here', '--api-key', 'k']],
    ['no key', ['--base-url', 'https://127.0.0.1:1']],
    ['a target that is not there', nowhere],
    ['a baseline that is not there', [...nowhere, '--baseline', '/nonexistent']],
    ['an unknown check', [...nowhere, '--only', 'R-99-01']],
    ['a replay string that is none', [...nowhere, '--replay', 'x']],
    ['a plain address elsewhere', ['--base-url', 'http://192.0.2.1', '--api-key', 'svc_x']],
    ['an authority that is none', [...nowhere, '--ca', fileURLToPath(import.meta.url)]],
    ['a second store that is the first', [...nowhere, '--second-api-key', 'svc_x']],
    ['a key that no header carries', [...nowhere, '--second-api-key', 'svc x']],
    ['a certificate that is not trusted', there],
    ['a key that the target refuses', [...there, '--insecure']],
  ])('is the answer to %s, in one line', async (_, args) => {
    let printed = '';
    let told = '';
    const exitCode = await runCommand(args, {
      print: (text) => (printed += text),
      screen: { isTTY: false, write: (text) => (told += text) },
      dataDir: '/nonexistent',
      now: () => 0,
      anySeed: 1,
    });
    expect(told).toMatch(/^agent-conformance: [^\n]+\n$/);
    expect(printed).toBe('');
    expect(exitCode).toBe(2);
  });

  it.each([
    ['--api-key-file', '/does/not/exist', 'names a file that cannot be read (ENOENT): /does/not/exist'],
    ['--api-key-file', '/dev/null', 'names a file without a key: /dev/null'],
    ['--report-dir', '/etc/passwd', 'names a folder that cannot be made (EEXIST): /etc/passwd; name another'],
  ])('is the answer to %s %s, and the line names the option', async (option, path, rule) => {
    const { exitCode, stdout, stderr } = await run(conforming, option, path);
    expect(stderr).toBe(`agent-conformance: ${option} ${rule}\n`);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('is the exit code of the process, without a stack', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--colour', 'blue'], {});
    expect(stderr).toBe("agent-conformance: unknown option '--colour'\n");
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});

it('a replay that fits no case is untested, and never green', async () => {
  for (const replay of ['agents/keeps-text@2@characters@e999', 'agents/keeps-text@2@colours@e0']) {
    const { exitCode, stdout } = await run(conforming, '--replay', replay, '--require-complete');
    expect(stdout).toContain(`Could not repeat ${replay}: `);
    expect(stdout).toContain('names no case');
    expect(exitCode).toBe(3);
  }
});

it('3 is the answer when completeness is required and something is missing', async () => {
  const args = ['--only', 'agents/defaults,agents/keeps-text', '--max-agents', '5', '--require-complete'];
  const { exitCode, stdout } = await run(conforming, ...args);
  expect(stdout).toContain('--max-agents');
  expect(exitCode).toBe(3);
});

it('no key, and no near miss of one, is in anything that is printed or written', async () => {
  const reports = join(gossiping.folder, 'reports');
  const only = 'auth/key-is-accepted,auth/every-near-miss,errors/bodies,mcp/key,transport/https-only';
  const { exitCode, stdout, stderr } = await run(gossiping, '--only', only, '--report-dir', reports);
  expect(exitCode).toBe(1);
  const files = await readdir(reports);
  expect(files.toSorted()).toEqual([
    'baseline.json',
    'exchanges.har',
    'junit.xml',
    'report.html',
    'report.json',
  ]);
  const texts = await Promise.all(files.map((file) => readFile(join(reports, file), 'utf8')));
  for (const text of [stdout, stderr, ...texts]) expect(leaks(text, gossiping.keys)).toEqual([]);
  expect(texts.join('')).toContain('[redacted]');
});
