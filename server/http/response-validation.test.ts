import { describe, expect, it } from 'vitest';
import { sampleAgent } from '../testing/sample-records.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addAgent } from '../testing/test-shop.ts';

/** Stores an agent that the contract does not allow: its temperature is above 1. */
async function addInvalidAgent({ deps, shop }: TestServer): Promise<void> {
  const valid = sampleAgent(shop.store.id);
  const agent = { ...valid, config: { ...valid.config, temperature: 7 } };
  await addAgent(deps, agent);
}

describe('a response that violates the contract', () => {
  it('becomes a 500 with VALIDATE_RESPONSES=on, and the log names the field', async () => {
    const server = await startTestServer({ environment: { VALIDATE_RESPONSES: 'on' } });
    expect((await server.api('/api/agents')).status).toBe(200);
    await addInvalidAgent(server);
    const response = await server.api('/api/agents');
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal server error', status: 500, code: 'internal' },
    ]);
    const line = server.logLines.find((text) => text.includes('request failed'));
    expect(line).toContain('/agents/1/config/temperature must be <= 1');
    await server.close();
  });

  it('is sent as it is with VALIDATE_RESPONSES=off', async () => {
    const server = await startTestServer({ environment: { VALIDATE_RESPONSES: 'off' } });
    await addInvalidAgent(server);
    const response = await server.api('/api/agents');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { agents: [{}, { config: { temperature: 7 } }] },
    ]);
    await server.close();
  });
});
