import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionFileOf, writeConnectionFile } from '../config/connection-file.ts';
import { cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import { type ReceivedMail, startMailServer } from '../testing/mail-server.ts';
import { runCommand } from '../testing/run-command.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function users(...args: string[]) {
  const store = ['--store', server.shop.store.id];
  return runCommand(server.deps.config.dataDir, ['users', ...args, ...store]);
}

describe('agent-service users', () => {
  it('invites a person with a link that signs them in, and writes it to the audit log', async () => {
    const printed = await users('invite', 'Ana@Shop.Example', '--role', 'owner');
    expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^usr_\w+ +ana@shop\.example +owner +-$/m);
    const [, code = ''] =
      /^https:\/\/localhost:8443\/dashboard\/#code=([\w-]{43})$/m.exec(printed.stdout) ?? [];
    const signedIn = await server.fetch('/dashboard/api/session/code', {
      body: { code },
      headers: sameOrigin,
    });
    expect(signedIn.status).toBe(200);
    const log = await server.fetch(`/dashboard/api/stores/${server.shop.store.id}/audit-log`, {
      headers: { cookie: cookieOf(signedIn) },
    });
    const { entries } = (await log.json()) as {
      entries: { actor: string; action: string; address: unknown }[];
    };
    expect(entries.map(({ actor, action, address }) => [actor, action, address])).toEqual([
      ['ana@shop.example', 'session.signed_in', '127.0.0.1'],
      ['operator', 'member.invited', null],
      ['operator', 'api_key.created', null],
    ]);
  });

  it('prints a link to where the demo was served, and to PUBLIC_URL before it', async () => {
    const invite = async (environment = {}) => {
      const args = ['users', 'invite', 'eve@shop.example', '--store', server.otherShop.store.id, '--json'];
      const { dataDir } = server.deps.config;
      const { stdout } = await runCommand(dataDir, [...args, '--role', 'owner'], { env: environment });
      return new URL((JSON.parse(stdout) as { url: string }).url).origin;
    };
    writeConnectionFile(server.deps.config.dataDir, { base_url: 'https://localhost:9443' });
    expect(await invite()).toBe('https://localhost:9443');
    expect(await invite({ PUBLIC_URL: 'https://agents.shop.example' })).toBe('https://agents.shop.example');
    rmSync(connectionFileOf(server.deps.config.dataDir));
  });

  it('sends the link by mail where there is a mail server, and prints it where that does not take it', async () => {
    const mailServer = await startMailServer();
    const invite = async () => {
      const args = ['users', 'invite', 'mia@shop.example', '--store', server.otherShop.store.id];
      const env = mailServer.environment;
      return (await runCommand(server.deps.config.dataDir, [...args, '--role', 'member'], { env })).stdout;
    };
    const sent = await invite();
    expect(sent).toContain('A mail to mia@shop.example has the sign-in link, valid once until');
    expect(sent).not.toContain('#code=');
    const [{ source }] = mailServer.mails as [ReceivedMail];
    expect(source).toContain('https://agents.example/dashboard/#code=3D');
    mailServer.reject('mia@shop.example', 550);
    expect(await invite()).toContain('https://agents.example/dashboard/#code=');
    await mailServer.close();
  });

  it('lists people and removes one, but not the last owner', async () => {
    const base = ['--role', 'member', '--base-url', 'https://agents.shop.example/', '--json'];
    const invited = await users('invite', 'ben@shop.example', ...base);
    expect(JSON.parse(invited.stdout)).toMatchObject({
      email: 'ben@shop.example',
      url: expect.stringMatching(/^https:\/\/agents\.shop\.example\/dashboard\/#code=/),
    });
    expect(await users('remove', 'Ben@shop.example')).toMatchObject({ stdout: 'removed ben@shop.example\n' });
    const { stdout } = await users('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ email: 'ana@shop.example', role: 'owner' }]);
    expect(await users('remove', 'ana@shop.example')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'agent-service: the last owner of a store stays its owner: add another one first\n',
    });
  });

  it('exits with 2 and one line for what is no e-mail address', async () => {
    expect(await users('invite', 'ana', '--role', 'owner')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'agent-service: email must be an e-mail address\n',
    });
  });
});
