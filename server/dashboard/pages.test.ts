import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The addresses that the page loads. */
async function assetsOf(): Promise<string[]> {
  const html = await (await server.fetch('/dashboard/')).text();
  return [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe("the dashboard's pages", () => {
  it.each(['/dashboard/', '/dashboard/stores/str_x/settings/api-keys', '/dashboard/%ff'])(
    'are one document under a policy without inline code: %s',
    async (path) => {
      const response = await server.fetch(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).not.toContain('unsafe');
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy.split('; ')).toContain(directive);
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|svc_/);
    },
  );

  it('show the preview of a chatbot in a sandbox without network, which only they may frame', async () => {
    const response = await server.fetch('/dashboard/preview');
    const directives = (response.headers.get('content-security-policy') ?? '').split('; ');
    expect(directives).toContain("default-src 'none'");
    expect(directives).toContain("frame-ancestors 'self'");
    const sandbox = directives.find((directive) => directive.startsWith('sandbox ')) ?? '';
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-same-origin');
    expect(directives.join(' ')).not.toMatch(/connect-src|unsafe/);
    const html = await response.text();
    const [, script = ''] = /<script src="([^"]+)" defer><\/script>/.exec(html) ?? [];
    expect((await server.fetch(script)).status).toBe(200);
    const post = await server.fetch('/dashboard/preview', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('load their assets from addresses that never change', async () => {
    const assets = await assetsOf();
    expect(assets.map((path) => path.replace(/-\w+\./, '-HASH.'))).toEqual([
      '/dashboard/assets/dashboard-HASH.js',
      '/dashboard/assets/dashboard-HASH.css',
    ]);
    for (const path of assets) {
      const response = await server.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(response.headers.get('content-type')).toMatch(path.endsWith('.js') ? /javascript/ : /css/);
    }
  });

  it('load at most 100 kB gzipped', async () => {
    let bytes = 0;
    for (const path of await assetsOf()) {
      const response = await server.fetch(path, { headers: { 'accept-encoding': 'identity' } });
      bytes += gzipSync(Buffer.from(await response.arrayBuffer())).length;
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(100_000);
  });

  it.each(['/dashboard/assets/unknown.js', '/dashboard/api', '/dashboard/api/unknown', '/dashboardx'])(
    'are not what these paths get: %s is the JSON 404',
    async (path) => {
      const response = await server.fetch(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'not found', status: 404, code: 'not_found' },
      ]);
    },
  );

  it('are reached without the last slash too, and by GET and HEAD only', async () => {
    const response = await server.fetch('/dashboard');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/dashboard/']);
    const post = await server.fetch('/dashboard/', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
