import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Certificate } from './certificate.ts';
import type { Deployment, HttpRequest, HttpResponse, ServerState } from './deployment.ts';
import { handle } from './handle.ts';
import { overlap } from './responses.ts';

export type ListeningServer = Awaited<ReturnType<typeof listen>>;

const connections = new WeakMap<object, number>();
let connectionCount = 0;

/** The number of a request's connection, from 1. */
function connectionOf({ socket }: IncomingMessage): number {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  connectionCount += 1;
  connections.set(socket, connectionCount);
  return connectionCount;
}

async function readRequest(message: IncomingMessage): Promise<HttpRequest> {
  const url = new URL(message.url ?? '/', 'http://localhost');
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    headerNames: message.rawHeaders.filter((_, index) => index % 2 === 0),
    connection: connectionOf(message),
    body: await buffer(message),
  };
}

/** Writes the frames. Each is flushed, so that the client sees where a stream stops. */
async function send(
  target: ServerResponse,
  response: HttpResponse,
  now: number,
  { endsByClosing }: Pick<Deployment, 'endsByClosing'>,
): Promise<void> {
  if (endsByClosing) {
    target.shouldKeepAlive = false;
    for (const name of ['transfer-encoding', 'content-length']) target.removeHeader(name);
  }
  target.on('close', () => response.closed?.(target.writableFinished));
  target.writeHead(response.status, { date: new Date(now).toUTCString(), ...response.headers });
  const [only, ...others] = response.frames;
  if (only?.type === 'bytes' && others.length === 0) {
    target.end(only.bytes);
    return;
  }
  for (const frame of response.frames) {
    if (frame.type === 'hang') return;
    if (frame.type === 'reset') {
      // Let the bytes before the reset leave, or the client sees none of them.
      setImmediate(() => target.destroy());
      return;
    }
    if (frame.type === 'pause') await (frame.milliseconds ? setTimeout(frame.milliseconds) : overlap());
    else target.write(frame.bytes);
  }
  target.end();
}

function requestListener(deployment: Deployment, state: ServerState) {
  return (message: IncomingMessage, target: ServerResponse): void => {
    readRequest(message)
      .then((request) => handle(deployment, request, state))
      .then((response) => send(target, response, state.now(), deployment))
      .catch(() => target.destroy());
  };
}

async function listenOn(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function plainServer(deployment: Deployment, state: ServerState, securePort: number): Server | undefined {
  const { plainHttp } = deployment;
  if (plainHttp.type === 'tls-only') return undefined;
  if (plainHttp.type === 'serve') {
    const { only = () => true } = plainHttp;
    const listener = requestListener(deployment, state);
    return createServer((message, target) => {
      const { pathname } = new URL(message.url ?? '/', 'http://localhost');
      if (only(message.method ?? 'GET', pathname, message.headers, connectionOf(message))) {
        listener(message, target);
        return;
      }
      message.resume();
      void send(target, deployment.errorResponse(403, 'HTTPS only'), state.now(), deployment);
    });
  }
  return createServer((message, target) => {
    message.resume();
    void send(target, plainHttp.respond(message.url ?? '/', securePort), state.now(), deployment);
  });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Serves a deployment over HTTPS on a loopback port, by default a free one, and its plain HTTP port where it has one. */
export async function listen(
  deployment: Deployment,
  state: ServerState,
  certificate: Certificate,
  port?: number,
) {
  const secure = createSecureServer({ ...certificate }, requestListener(deployment, state));
  const { host = '127.0.0.1' } = deployment;
  const securePort = await listenOn(secure, host, port);
  const plain = plainServer(deployment, state, securePort);
  const plainPort = plain === undefined ? securePort : await listenOn(plain, host);
  const authority = host === '::1' ? '[::1]' : host;
  const baseUrl = `https://${authority}:${securePort}`;
  return {
    baseUrl,
    httpUrl: `http://${authority}:${plainPort}`,
    mcpUrl: deployment.mcpPath === undefined ? undefined : `${baseUrl}/mcp`,
    close: async () => {
      await Promise.all((plain === undefined ? [secure] : [secure, plain]).map(close));
    },
  };
}
