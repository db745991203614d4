import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PeerSettings } from '../start-peer.ts';

// The peer of streams: Node's own server writes the events of one reply at the pace of the model.
const { certFile, keyFile, stream } = JSON.parse(process.env['PEER_SETTINGS'] ?? '{}') as PeerSettings;
const { events = [], paceMs = 0 } = stream ?? {};

async function writeReply(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const event of events) {
    if (event.includes('"type":"text"')) await wait(paceMs);
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}

const server = createServer(
  { cert: readFileSync(certFile), key: readFileSync(keyFile) },
  (request, response) => {
    request.resume();
    void writeReply(response);
  },
);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
