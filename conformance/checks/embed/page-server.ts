import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page on this machine. */
export interface ServedPage {
  /** `http://localhost:4173`, without a trailing slash. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function isWithoutIpv6({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}

/** Serves the page on one port, or on a free one for 0. Throws where the port is taken. */
async function serveOn(source: string, wanted: number): Promise<ServedPage> {
  // Browsers try both addresses of localhost: another program must not have the page on one of them.
  const servers = ['127.0.0.1', '::1'].map(() =>
    createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(source);
    }),
  ) as [Server, Server];
  const close = async (): Promise<void> => {
    await Promise.all(
      servers.map((server) => {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        server.closeAllConnections();
        return closed;
      }),
    );
  };
  const [ipv4, ipv6] = servers;
  try {
    const port = await listen(ipv4, '127.0.0.1', wanted);
    await listen(ipv6, '::1', port).catch((error: NodeJS.ErrnoException) => {
      if (!isWithoutIpv6(error)) throw error;
    });
    return { origin: `http://localhost:${port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Serves a page at any path of `http://localhost:<port>`, or on a free port where that one is taken. Returns undefined
 * where no port can be opened.
 */
export async function servePage(source: string, port: number): Promise<ServedPage | undefined> {
  return serveOn(source, port)
    .catch(() => serveOn(source, 0))
    .catch(() => undefined);
}
