import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parse } from 'yaml';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { runConformanceTool } from '../../testing/run-conformance-tool.ts';
import { startFixture } from './start-fixture.ts';

let server: TestServer;
let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await startFixture(server);
});
afterAll(async () => {
  await fixture.close();
  await server.close();
});

/** Each run is a process of its own that waits for many answers; 12 seconds on two idle cores. */
const timeout = 120_000;

const withKey = (url: string) => `${url}?api_key=${server.shop.key}`;

/** What the tool's package says that a revision requires of servers. */
function requiredScenarios(revision: string): string[] {
  const file = new URL(
    `../../../node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`,
    import.meta.url,
  );
  return parse(readFileSync(file, 'utf8')).server;
}

describe.concurrent.each([
  ['2026-07-28', 37],
  ['2025-11-25', 30],
] as const)('the official conformance tool, revision %s', (revision, count) => {
  it.concurrent(
    'R-4.6-03 the product passes every required scenario that is not in its list of expected failures',
    { timeout },
    async ({ expect }) => {
      const expectedFailures = fileURLToPath(new URL(`expected-failures-${revision}.yaml`, import.meta.url));
      const url = withKey(server.service.mcpUrl);
      const verdict = await runConformanceTool({ url, revision, expectedFailures });
      expect(verdict.code, verdict.output).toBe(0);
    },
  );

  it.concurrent(
    `R-4.6-03 all ${count} required scenarios pass on the same stack with the tool's fixtures`,
    { timeout },
    async ({ expect }) => {
      const verdict = await runConformanceTool({ url: withKey(fixture.mcpUrl), revision });
      expect(verdict.code, verdict.output).toBe(0);
      const required = requiredScenarios(revision);
      expect(required).toHaveLength(count);
      expect(verdict.passed).toEqual(expect.arrayContaining(required));
    },
  );
});
