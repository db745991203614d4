import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const models = (model: LanguageModelV4) => ({ modelFor: () => Promise.resolve(model) });

/** Begins a reply and reads its first event. */
async function openStream(server: TestServer): Promise<{ first: string; rest(): Promise<string> }> {
  const body = { agent_id: server.shop.agentId, message: 'Hello' };
  const response = await server.api('/api/agents/chat/stream', { body });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('there is no stream');
  const { value: first = '' } = await reader.read();
  return {
    first,
    async rest() {
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return text;
        text += value;
      }
    },
  };
}

/** A model that says one word, and the next when it is told to. */
function slowModel(): { model: LanguageModelV4; goOn(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { model } = createScriptedModel([[...says('Hello'), finishes()]]);
  const slow = {
    ...model,
    async doStream(options: Parameters<typeof model.doStream>[0]) {
      const { stream } = await model.doStream(options);
      const wait = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        async transform(part, controller) {
          if (part.type === 'finish') await promise;
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(wait) };
    },
  };
  return { model: slow, goOn: resolve };
}

describe('a stop', () => {
  it('lets a reply under way finish, and takes nothing new meanwhile', async () => {
    const { model, goOn } = slowModel();
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    expect(stream.first).toContain('Hello');
    const stopped = server.service.stop(20_000);
    expect(server.deps.lifecycle.phase).toBe('draining');
    await expect(server.fetch('/healthz', { headers: { connection: 'close' } })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    goOn();
    expect(await stream.rest()).toContain('"type":"end"');
    await stopped;
    await server.close();
  });

  it('ends what is left after the grace with an error event', async () => {
    const { model } = createScriptedModel([[...says('Hello'), 'hang']]);
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    await server.service.stop(10);
    expect(await stream.rest()).toMatch(/"type":"error","error":"the service is stopping.*","status":503/);
    await server.close();
  });

  it('answers every request of a connection that sent several at once, and then closes it', async () => {
    const { model, goOn } = slowModel();
    const server = await startTestServer({ models: models(model) });
    const { port } = new URL(server.service.baseUrl);
    const socket = connect({ port: Number(port), host: 'localhost', rejectUnauthorized: false });
    const body = JSON.stringify({ agent_id: server.shop.agentId, message: 'Hello' });
    const fields = `Host: localhost:${port}\r\nAuthorization: Bearer ${server.shop.key}\r\n`;
    socket.write(
      `POST /api/agents/chat/stream HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    socket.write(`GET /api/agents HTTP/1.1\r\n${fields}\r\n`);
    let text = '';
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('"type":"text"')) resolve();
    });
    await begun;
    const stopped = server.service.stop(20_000);
    goOn();
    await once(socket, 'close');
    await stopped;
    expect(text).toContain('"type":"end"');
    expect(text).toContain('{"agents":[');
    await server.close();
  });

  it('says so to whoever still has a connection', async () => {
    const { model, goOn } = slowModel();
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    server.deps.lifecycle.phase = 'draining';
    const ready = await server.fetch('/readyz');
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    goOn();
    await stream.rest();
    await server.close();
  });
});

describe('a certificate', () => {
  it('can be changed while the service runs', async () => {
    const server = await startTestServer();
    rmSync(`${server.deps.config.dataDir}/tls`, { recursive: true });
    await server.service.reloadCertificate();
    await expect(server.fetch('/healthz', { headers: { connection: 'close' } })).rejects.toThrow(
      /certificate/,
    );
    await server.close();
  });
});

describe('a port that is taken', () => {
  it('ends the start with one line and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const folder = createTestFolder();
    const env = { HOST: '127.0.0.1', PORT: String(port), HTTP_PORT: '0' };
    const { code, stdout, stderr } = await runCommand(folder, ['serve'], { env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`agent-service: port ${port} is in use at 127.0.0.1: set PORT to another one\n`);
    rmSync(folder, { recursive: true });
    other.close();
  });
});
