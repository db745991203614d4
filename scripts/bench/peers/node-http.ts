import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fixedAgents } from './fixed-agents.ts';
import { announce, peerSettings } from './peer.ts';

// The floor: node's own server, one fixed answer, and a scripted stream for the chat workload.
const { tls } = peerSettings();
const body = JSON.stringify(fixedAgents(Number(process.env['PEER_AGENTS'] ?? 20)));
const stream = readStream(process.env['PEER_STREAM']);

const server = createServer(tls, (request, response) => {
  if (request.method === 'POST') {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    void writeStream(response);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));

/** The events of a reply as the service wrote them, and the pause before each text, in milliseconds. */
interface ScriptedStream {
  readonly events: readonly string[];
  readonly pace: number;
}

function readStream(text: string | undefined): ScriptedStream {
  return text === undefined ? { events: [], pace: 0 } : (JSON.parse(text) as ScriptedStream);
}

async function writeStream(response: ServerResponse): Promise<void> {
  for (const event of stream.events) {
    if (event.includes('"type":"text"')) await wait(stream.pace);
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}
