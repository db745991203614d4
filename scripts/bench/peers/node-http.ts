import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fixedAgents } from './fixed-agents.ts';
import { announce, peerSettings } from './peer.ts';
import { writeScriptedStream } from './scripted-stream.ts';

// The floor: node's own server, one fixed answer, and a scripted stream for the chat workload.
const { tls } = peerSettings();
const body = JSON.stringify(fixedAgents(Number(process.env['PEER_AGENTS'] ?? 20)));

const server = createServer(tls, (request, response) => {
  if (request.method === 'POST') {
    request.resume();
    void writeScriptedStream(response);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
