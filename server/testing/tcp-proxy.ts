import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback between the service and its database, whose connections a test delays or breaks. */
export interface TcpProxy {
  readonly port: number;
  /** Connects new clients to another port; open connections stay. */
  moveTo(port: number): void;
  /** Forwards what arrives from now on after so many milliseconds, in each direction. */
  delay(milliseconds: number): void;
  /** Keeps every connection open and accepts new ones, but forwards nothing until `resume`. */
  freeze(): void;
  resume(): void;
  /** Resets every open connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy to `port` of 127.0.0.1. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = port;
  let delayMs = 0;
  let isFrozen = false;
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    if (isFrozen) from.pause();
    from.on('data', (bytes) => {
      if (delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delayMs);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    forward(client, database);
    forward(database, client);
    if (isFrozen) client.pause();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket[socket.connecting ? 'destroy' : 'resetAndDestroy']();
  };
  return {
    // A server that listens on TCP has such an address.
    port: (server.address() as AddressInfo).port,
    moveTo: (other) => void (target = other),
    delay: (milliseconds) => void (delayMs = milliseconds),
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    async close() {
      cut();
      await server[Symbol.asyncDispose]();
    },
  };
}
