import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import type { Deployment, Incoming, Reply, World } from './deployment.ts';
import { handle } from './handle.ts';

/** A running server, and where it listens. */
export interface Served {
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly mcpUrl: string | undefined;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function incomingOf(request: IncomingMessage): Promise<Incoming> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: await readBody(request),
  };
}

/** Writes the frames; a stream flushes each, so that the client sees where it stops. */
function send(response: ServerResponse, reply: Reply, now: number): void {
  response.writeHead(reply.status, { date: new Date(now).toUTCString(), ...reply.headers });
  const [only, ...others] = reply.frames;
  if (only?.type === 'bytes' && others.length === 0) {
    response.end(only.bytes);
    return;
  }
  for (const frame of reply.frames) {
    if (frame.type === 'hang') return;
    if (frame.type === 'cut') {
      // The reset waits for the bytes before it to leave, or the client would see none of them.
      setImmediate(() => response.destroy());
      return;
    }
    response.write(frame.bytes);
  }
  response.end();
}

function answering(deployment: Deployment, world: World) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    incomingOf(request)
      .then((incoming) => handle(deployment, incoming, world))
      .then((reply) => send(response, reply, world.now()))
      .catch(() => response.destroy());
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function plainServer(deployment: Deployment, world: World, securePort: number): Server | undefined {
  const { plainHttp } = deployment;
  if (plainHttp.type === 'not-http') return undefined;
  if (plainHttp.type === 'serve') return createServer(answering(deployment, world));
  return createServer((request, response) => {
    request.resume();
    send(response, plainHttp.reply(request.url ?? '/', securePort), world.now());
  });
}

async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }),
  );
}

/** Serves a deployment over HTTPS on a free loopback port, with its plain HTTP address beside it. */
export async function serve(deployment: Deployment, world: World, certificate: Certificate): Promise<Served> {
  const secure = createSecureServer({ ...certificate }, answering(deployment, world));
  const securePort = await listen(secure);
  const plain = plainServer(deployment, world, securePort);
  const plainPort = plain === undefined ? securePort : await listen(plain);
  const baseUrl = `https://127.0.0.1:${securePort}`;
  return {
    baseUrl,
    httpUrl: `http://127.0.0.1:${plainPort}`,
    mcpUrl: deployment.mcpPath === undefined ? undefined : `${baseUrl}/mcp`,
    close: () => close(plain === undefined ? [secure] : [secure, plain]),
  };
}
