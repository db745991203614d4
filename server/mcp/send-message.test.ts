import { describe, expect, it } from 'vitest';
import { connectMcpClient, eras, type Era } from '../testing/mcp-client.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startTestServer } from '../testing/start-test-server.ts';

describe.each(Object.keys(eras) as Era[])('send_message of %s', (era) => {
  it('R-4.6-07 sends text as progress while it is written, and all of it as the result', async () => {
    const { model } = createScriptedModel([[...says('One ', 'two ', 'three.'), finishes()]]);
    const server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) } });
    const client = await connectMcpClient(server, era);
    const seen: string[] = [];
    const result = await client.callTool(
      { name: 'send_message', arguments: { agent_id: server.shop.agentId, message: 'Go on' } },
      { onprogress: ({ message = '' }) => seen.push(message) },
    );
    expect(result.structuredContent).toMatchObject({ content: 'One two three.' });
    // On a slow machine more of the text is sent before the end.
    expect(seen[0]).toBe('One ');
    expect('One two three.').toContain(seen.join(''));
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
    await expect.poll(() => calls[0]?.abortSignal?.aborted).toBe(true);
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    await client.close();
    await server.close();
  });
});

it('R-4.6-07 ends the reply when a client of 2025 leaves without a cancellation', async () => {
  const { model, calls } = createScriptedModel([[...says('Hello'), 'hang']]);
  const server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) } });
  const controller = new AbortController();
  const params = {
    name: 'send_message',
    arguments: { agent_id: server.shop.agentId, message: 'Go on' },
    _meta: { progressToken: 1 },
  };
  const answer = await server.fetch(`/mcp?api_key=${server.shop.key}`, {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    signal: controller.signal,
  });
  await expect.poll(() => calls.length).toBe(1);
  controller.abort();
  await answer.text().catch(() => undefined);
  await expect.poll(() => calls[0]?.abortSignal?.aborted).toBe(true);
  await expect.poll(() => server.deps.chat.active.size).toBe(0);
  await server.close();
});
