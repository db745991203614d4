import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../server/testing/programs.ts';

const installed = hasProgram('systemd-analyze');
const checkout = resolve(import.meta.dirname, '../..');
const unit = readFileSync(join(import.meta.dirname, 'agent-service.service'), 'utf8').replaceAll(
  '/opt/agent-service',
  checkout,
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The value of a setting that the unit has once. */
function settingOf(name: string): string {
  const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(unit) ?? [];
  return value;
}

it.each(['GOING-LIVE.md', 'SCALING.md'])(
  'server/%s has settings without a comment behind a value',
  (name) => {
    // systemd and podman take it for a part of the value.
    const page = readFileSync(resolve(checkout, 'server', name), 'utf8');
    expect(page.match(/^ *[A-Z][A-Z_]+=\S* +#.*$/gm)).toBeNull();
    expect(page).toMatch(/^ *HOST=/m);
  },
);

describe('scripts/deploy/agent-service.service', () => {
  it.skipIf(!installed)('is a valid unit for systemd-analyze', () => {
    const file = join(folder, 'agent-service.service');
    writeFileSync(file, unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
  });

  it.skipIf(!installed)('is a valid template for several nodes with agent-service-nodes.conf', () => {
    const file = join(folder, 'agent-service@.service');
    writeFileSync(file, unit);
    mkdirSync(`${file}.d`);
    copyFileSync(join(import.meta.dirname, 'agent-service-nodes.conf'), join(`${file}.d`, 'nodes.conf'));
    const instance = join(folder, 'agent-service@2.service');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', instance], { encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
  });

  it('starts the service with its command, and SIGTERM ends it with exit code 0', async () => {
    const [program = '', ...args] = settingOf('ExecStart').split(' ');
    const env = { NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', HTTP_PORT: '0' };
    const child = spawn(program, args, {
      cwd: settingOf('WorkingDirectory'),
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exit = once(child, 'exit');
    for await (const line of createInterface(child.stderr)) if (line.includes('"msg":"serving"')) break;
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});
