import { afterEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { allEvents, replyOf } from '../testing/read-events.ts';
import { startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startTestServer } from '../testing/start-test-server.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Asks an agent whose vendor rejects its first requests with `rejections`, then replies. */
async function ask(
  rejections: number[],
  environment: Record<string, string>,
): Promise<{ events: ChatEvent[]; requests: number }> {
  const vendor = await startScriptedVendor(() => rejections.shift() ?? [{ say: 'Good morning.' }]);
  const server = await startTestServer({
    environment: { ...vendor.env, MODEL_FALLBACK: 'none', ...environment },
  });
  open.push(server.close, vendor.close);
  const body = { agent_id: server.shop.agentId, message: 'hello' };
  const events = await allEvents(await server.api('/api/agents/chat/stream', { body }));
  return { events, requests: vendor.requests.length };
}

const busy = { type: 'error', status: 503, code: 'unavailable', error: expect.stringMatching(/busy/) };

describe('MODEL_RETRIES', () => {
  it.each([429, 500, 503, 529])(
    'is one by default: a %i and then a response is a whole reply',
    async (status) => {
      const { events, requests } = await ask([status], {});
      expect(replyOf(events)).toBe('Good morning.');
      expect(events.at(-1)?.type).toBe('end');
      expect(requests).toBe(2);
    },
  );

  it('bounds the repetitions', async () => {
    const { events, requests } = await ask([429, 429, 429], { MODEL_RETRIES: '2' });
    expect(events).toEqual([busy]);
    expect(requests).toBe(3);
  });

  it('may be none', async () => {
    const { events, requests } = await ask([429], { MODEL_RETRIES: '0' });
    expect(events).toEqual([busy]);
    expect(requests).toBe(1);
  });

  it('does not repeat what a vendor rejects for good', async () => {
    const { events, requests } = await ask([401], {});
    expect(events).toEqual([
      { type: 'error', status: 502, code: 'model_unavailable', error: expect.stringMatching(/credentials/) },
    ]);
    expect(requests).toBe(1);
  });
});
