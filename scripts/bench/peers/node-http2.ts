import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { announce, peerSettings } from './peer.ts';
import { writeScriptedStream } from './scripted-stream.ts';

// The floor of streams that share connections: node's own server and a scripted stream.
const server = createSecureServer(peerSettings().tls, (request, response) => {
  request.resume();
  void writeScriptedStream(response);
});
server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
