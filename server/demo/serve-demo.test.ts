import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { sameOrigin } from '../testing/dashboard-client.ts';
import { hasProgram } from '../testing/programs.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';
import type { Connection } from './show-demo.ts';

const run = promisify(execFile);

describe('agent-service serve --demo', () => {
  let dataDir: string;
  let started: StartedCommand;
  let connection: Connection;

  async function start(): Promise<void> {
    started = await startCommand(dataDir, ['serve', '--demo'], /^curl /);
    connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'));
  }

  beforeAll(async () => {
    dataDir = createTestFolder();
    await start();
  });
  afterAll(async () => {
    await started?.stop();
    rmSync(dataDir, { recursive: true });
  });

  it.runIf(hasProgram('curl'))(
    'prints a curl command that streams a reply about the sample catalogue',
    async () => {
      const curl = started.lines.at(-1) ?? '';
      const { stdout } = await run('sh', ['-c', `${curl} --silent --show-error`]);
      expect(curl).toContain(connection.api_key);
      expect(stdout).toContain('"type":"tool_use"');
      expect(stdout).toContain('Rain Jacket');
      expect(stdout).toMatch(/data: \{"type":"end","conversation_id":"[^"]+"\}\n\n$/);
    },
  );

  it('prints a link that opens the dashboard of both demo shops, as often as it is used', async () => {
    const { base_url, ca, dashboard_url } = connection;
    expect(started.lines.join('\n')).toContain(`  Dashboard  ${dashboard_url}`);
    const [page, code] = dashboard_url?.split('#code=') ?? [];
    expect(page).toBe(`${base_url}/dashboard/`);
    const client = createTlsFetch(base_url, readFileSync(ca ?? '', 'utf8'));
    for (const use of ['first use', 'second use']) {
      const response = await client.fetch('/dashboard/api/session/code', {
        headers: sameOrigin,
        body: { code },
      });
      expect(await response.json(), use).toMatchObject({
        stores: [
          { name: 'Fernhill Supply', role: 'owner' },
          { name: 'Fernhill Outlet', role: 'owner' },
        ],
      });
    }
    client.close();
  });

  it('keeps everything but the ports on a second start', async () => {
    const first = connection;
    expect(await started.stop()).toBe(0);
    await start();
    expect(connection.base_url).not.toBe(first.base_url);
    const { base_url, http_url, mcp_url, dashboard_url } = connection;
    expect(connection).toEqual({ ...first, base_url, http_url, mcp_url, dashboard_url });
    expect(dashboard_url).not.toBe(first.dashboard_url);
  });
});
