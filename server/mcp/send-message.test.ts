import { describe, expect, it } from 'vitest';
import { connectMcpClient, eras, type Era } from '../testing/mcp-client.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startTestServer } from '../testing/start-test-server.ts';

describe.each(Object.keys(eras) as Era[])('send_message of %s', (era) => {
  it('R-4.6-07 sends words as progress while it lasts, and all of them as the result', async () => {
    const { model } = createScriptedModel([[...says('One ', 'two ', 'three.'), finishes()]]);
    const server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) } });
    const client = await connectMcpClient(server, era);
    const seen: string[] = [];
    const result = await client.callTool(
      { name: 'send_message', arguments: { agent_id: server.shop.agentId, message: 'Go on' } },
      { onprogress: ({ message = '' }) => seen.push(message) },
    );
    expect(result.structuredContent).toMatchObject({ content: 'One two three.' });
    expect(seen).toEqual(['One ']);
    await client.close();
    await server.close();
  });

  it('R-4.6-07 ends the reply when the client cancels', async () => {
    const { model, calls } = createScriptedModel([[...says('Hello'), 'hang']]);
    const server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) } });
    const client = await connectMcpClient(server, era);
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'send_message', arguments: { agent_id: server.shop.agentId, message: 'Go on' } },
      { signal: controller.signal, onprogress: () => controller.abort(new Error('enough')) },
    );
    await expect(call).rejects.toThrow('enough');
    await expect.poll(() => calls[0]?.abortSignal?.aborted, { timeout: 5_000 }).toBe(true);
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    await client.close();
    await server.close();
  });
});
