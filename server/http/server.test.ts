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

/** Starts a reply and reads its first event. */
async function openStream(server: TestServer): Promise<{ first: string; rest(): Promise<string> }> {
  const response = await server.api('/api/agents/chat/stream', { body: question(server) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('the response has no body');
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

function question(server: TestServer): object {
  return { agent_id: server.shop.agentId, message: 'Hello' };
}

/** A model that says one word and waits for `finish`. */
function waitingModel(): { model: LanguageModelV4; finish(): void } {
  const gate = Promise.withResolvers<void>();
  const { model } = createScriptedModel([[...says('Hello'), finishes()]]);
  const waiting = {
    ...model,
    async doStream(options: Parameters<typeof model.doStream>[0]) {
      const { stream } = await model.doStream(options);
      const wait = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        async transform(part, controller) {
          if (part.type === 'finish') await gate.promise;
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(wait) };
    },
  };
  return { model: waiting, finish: () => gate.resolve() };
}

/** A connection that may send requests before it has received the responses to earlier ones. */
function openConnection(server: TestServer) {
  const { port } = new URL(server.service.baseUrl);
  const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
  const headers = `Host: localhost:${port}\r\nAuthorization: Bearer ${server.shop.key}\r\n`;
  const body = JSON.stringify(question(server));
  const entity = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += String(chunk)));
  return {
    sendList: () => socket.write(`GET /api/agents HTTP/1.1\r\n${headers}\r\n`),
    sendQuestion: () => socket.write(`POST /api/agents/chat/stream HTTP/1.1\r\n${headers}${entity}`),
    received: () => text,
    closed: once(socket, 'close'),
  };
}

describe('stopping the service', () => {
  it('lets a reply in progress finish and accepts no new connection meanwhile', async () => {
    const { model, finish } = waitingModel();
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    expect(stream.first).toContain('Hello');
    const stopped = server.service.stop(20_000);
    expect(server.deps.lifecycle.phase).toBe('draining');
    await expect(server.fetch('/healthz', { headers: { connection: 'close' } })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    finish();
    expect(await stream.rest()).toContain('"type":"end"');
    await stopped;
    await server.close();
  });

  it('ends a reply that exceeds the grace period with an error event', async () => {
    const { model } = createScriptedModel([[...says('Hello'), 'hang']]);
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    await server.service.stop(10);
    expect(await stream.rest()).toMatch(/"type":"error","error":"the service is stopping.*","status":503/);
    await server.close();
  });

  it('closes a connection after the response that began before the stop', async () => {
    const { model, finish } = waitingModel();
    const server = await startTestServer({ models: models(model) });
    const connection = openConnection(server);
    connection.sendQuestion();
    await expect.poll(connection.received).toContain('"type":"text"');
    // Without `stop`, which would close the connection itself after a time.
    server.deps.lifecycle.phase = 'draining';
    finish();
    await connection.closed;
    expect(connection.received()).toMatch(
      /^HTTP\/1.1 200 .*\r\nConnection: keep-alive\r\n.*"type":"end".*\r\n0\r\n\r\n$/s,
    );
    await server.close();
  });

  it('sends the responses to all pipelined requests before it closes their connection', async () => {
    const { model, finish } = waitingModel();
    const server = await startTestServer({ models: models(model) });
    const connection = openConnection(server);
    connection.sendQuestion();
    connection.sendList();
    await expect.poll(connection.received).toContain('"type":"text"');
    const stopped = server.service.stop(20_000);
    finish();
    await connection.closed;
    await stopped;
    expect(connection.received()).toMatch(/"type":"end".*\r\n0\r\n\r\nHTTP\/1.1 200 .*\{"agents":\[.*\]\}$/s);
    await server.close();
  });

  it('rejects a pipelined question that waits for the reply before it with 503', async () => {
    const { model, finish } = waitingModel();
    const server = await startTestServer({ models: models(model) });
    const connection = openConnection(server);
    connection.sendQuestion();
    connection.sendQuestion();
    await expect.poll(connection.received).toContain('"type":"text"');
    const stopped = server.service.stop(20_000);
    finish();
    await connection.closed;
    await stopped;
    expect(connection.received()).toMatch(
      /"type":"end".*\r\n0\r\n\r\nHTTP\/1.1 503 .*"status":503,"code":"unavailable"\}$/s,
    );
    await server.close();
  });

  it('serves new connections for SHUTDOWN_DELAY_SECONDS more, with 503 for /readyz', async () => {
    const server = await startTestServer({ environment: { SHUTDOWN_DELAY_SECONDS: '2' } });
    const stopped = server.service.stop(1_000);
    const [ready, list] = await Promise.all([server.fetch('/readyz'), server.api('/api/agents')]);
    expect([ready.status, list.status]).toEqual([503, 200]);
    await stopped;
    await expect(server.fetch('/healthz')).rejects.toThrow(/ECONNREFUSED/);
    await server.close();
  });

  it('sends Connection: close in new responses, and 503 for /readyz', async () => {
    const { model, finish } = waitingModel();
    const server = await startTestServer({ models: models(model) });
    const stream = await openStream(server);
    server.deps.lifecycle.phase = 'draining';
    const ready = await server.fetch('/readyz');
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    finish();
    await stream.rest();
    await server.close();
  });
});

describe('reloadCertificate', () => {
  it('presents the new certificate to new connections while the service runs', async () => {
    const server = await startTestServer();
    rmSync(`${server.deps.config.dataDir}/tls`, { recursive: true });
    await server.service.reloadCertificate();
    await expect(server.fetch('/healthz', { headers: { connection: 'close' } })).rejects.toThrow(
      /certificate/,
    );
    await server.close();
  });
});

describe('serve', () => {
  it('exits with code 1 and a message of one line when the port is in use', async () => {
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
