import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServiceReady, startChild } from '../../server/testing/child-process.ts';
import { freePort } from '../../server/testing/free-port.ts';

const checkout = resolve(import.meta.dirname, '../..');
const containerfile = readFileSync(join(import.meta.dirname, 'Containerfile'), 'utf8');
const copied = [...containerfile.matchAll(/^COPY --from=build \/opt\/agent-service\/(\S+)/gm)].map(
  ([, name = '']) => name,
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'image-'));
  for (const name of copied.filter((one) => one !== 'node_modules'))
    cpSync(join(checkout, name), join(folder, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('scripts/deploy/Containerfile', () => {
  it('has all that the service needs: its command serves from the copied folders, and SIGTERM ends it', async () => {
    const [, entrypoint = ''] = /^ENTRYPOINT (.*)$/m.exec(containerfile) ?? [];
    // An array of strings as JSON: the exec form.
    const [, ...args] = [...JSON.parse(entrypoint), 'serve'] as string[];
    const port = await freePort();
    const data = { DATA_DIR: join(folder, 'data'), PORT: String(port), HTTP_PORT: '0' };
    const env = { NODE_ENV: 'production', HOST: '127.0.0.1', ...data };
    const child = startChild([process.execPath, ...args], { cwd: folder, env });
    await child.until(() => isServiceReady(`https://127.0.0.1:${port}`));
    expect(await child.stop()).toBe(0);
  });
});
