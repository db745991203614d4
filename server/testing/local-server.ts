import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Listens on 127.0.0.1 at `port`, by default a free one, and returns the port. */
export async function listen(server: Server | HttpsServer, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server with its connections. */
export async function close(server: Server | HttpsServer): Promise<void> {
  server.closeAllConnections();
  await server[Symbol.asyncDispose]();
}
