import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { type Config, ConfigError, urlHost } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { expressMessages } from './express-messages.ts';
import { handleParserErrors } from './parser-errors.ts';
import type { Http2Options } from './serve-http2.ts';
import { loadTls, type TlsMaterial } from './tls/load-tls.ts';

/** A running service. */
export interface Service {
  /** `https://localhost:8443`, without a slash at its end. */
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly mcpUrl: string;
  /** Path of the authority to trust; null where the certificate is one that was given. */
  readonly caFile: string | null;
  /** Reads the certificate again, or renews our own, for connections from now on. */
  reloadCertificate(): Promise<void>;
  /** Takes no new work, waits up to `graceMs` for replies and answers under way, then cuts what is left. */
  stop(graceMs: number): Promise<void>;
}

/** How often our own certificate is looked at, in milliseconds: it is renewed a month before its end. */
const certificateCheck = 12 * 60 * 60 * 1000;

/** What answers get after the last reply was ended, in milliseconds. */
const lastAnswers = 2_000;

/** Opens the ports. Throws ConfigError when a port is taken or the certificate unfit. */
export async function startService(deps: Deps): Promise<Service> {
  const { config, clock, log, lifecycle, chat } = deps;
  const tls = await loadTls(config, clock);
  const listening = await listen(config, tls, createApp(deps), log);
  const reloadCertificate = async (): Promise<void> => {
    listening.useCertificate(await loadTls(config, clock));
  };
  const timer = setInterval(() => {
    reloadCertificate().catch((error: unknown) => log.error({ err: error }, 'certificate not renewed'));
  }, certificateCheck).unref();
  const baseUrl = `https://${urlHost(config.host)}:${listening.port}`;
  return {
    baseUrl,
    httpUrl: `http://${urlHost(config.host)}:${listening.httpPort}`,
    mcpUrl: `${baseUrl}/mcp`,
    caFile: tls.caFile,
    reloadCertificate,
    async stop(graceMs) {
      clearInterval(timer);
      lifecycle.beginDraining();
      const closed = listening.stopAccepting();
      await chat.active.drain(graceMs);
      const cut = setTimeout(() => listening.closeConnections(), lastAnswers);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** The open ports of the service. */
export interface Listening {
  readonly port: number;
  readonly httpPort: number;
  /** Presents another certificate to connections from now on. */
  useCertificate(tls: TlsMaterial): void;
  /** Accepts nothing new; resolves when the last connection is closed. */
  stopAccepting(): Promise<void>;
  /** Cuts what is left. */
  closeConnections(): void;
}

const options = {
  maxHeaderSize: 16_384,
  // Node would answer a missing Host without the error body; requireHost does it.
  requireHostHeader: false,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  // Longer than the idle timeout of common load balancers, which otherwise meet closed connections.
  keepAliveTimeout: 65_000,
} as const;

/** Opens the HTTPS port, and the plain one whose requests are refused. Throws ConfigError when a port is taken. */
export async function listen(
  config: Pick<Config, 'host' | 'port' | 'httpPort' | 'http2' | 'chat'>,
  tls: TlsMaterial,
  app: Express,
  log: Logger,
): Promise<Listening> {
  const hosts = hostsOf(config.host);
  const onRequest: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '/');
    app(request, response);
  };
  // Node's HTTP/2 takes a megabyte, for those that ask for it.
  const http2 = config.http2 ? await import('./serve-http2.ts') : undefined;
  const settings = { ...options, ...expressMessages(app) };
  const secureSettings = {
    ...settings,
    ...pem(tls),
    handshakeTimeout: 10_000,
    ...protocolsOf(http2?.offeredProtocols),
  };
  const secure = hosts.map(() => createHttpsServer(secureSettings, onRequest));
  const multiplexed = secure.flatMap((server) => http2?.serveHttp2(server, app, limitsOf(config)) ?? []);
  const plain = hosts.map(() => createHttpServer(settings, onRequest));
  const all = [...secure, ...plain];
  for (const server of all) handleParserErrors(server, log);
  try {
    const port = await bindAll(secure, hosts, 'PORT', config.port);
    const httpPort = await bindAll(plain, hosts, 'HTTP_PORT', config.httpPort);
    return {
      port,
      httpPort,
      useCertificate: (material) => secure.forEach((server) => server.setSecureContext(pem(material))),
      stopAccepting: () => {
        for (const service of multiplexed) service.stopAccepting();
        return closeAll(all);
      },
      closeConnections: () => {
        for (const open of [...multiplexed, ...all]) open.closeAllConnections();
      },
    };
  } catch (error) {
    for (const server of all) server.close();
    throw error;
  }
}

function protocolsOf(offered: string[] | undefined): { ALPNProtocols?: string[] } {
  return offered === undefined ? {} : { ALPNProtocols: offered };
}

function limitsOf({ chat }: Pick<Config, 'chat'>): Http2Options {
  const { keepAliveTimeout, requestTimeout, maxHeaderSize } = options;
  const silentTimeout = chat.totalMs + chat.slowReaderMs + requestTimeout;
  return { idleTimeout: keepAliveTimeout, requestTimeout, silentTimeout, maxHeaderSize };
}

function pem({ cert, key }: TlsMaterial): { cert: string; key: string; minVersion: 'TLSv1.2' } {
  return { cert, key, minVersion: 'TLSv1.2' };
}

/** `localhost` is two addresses, and clients try either first; a machine may have one of them only. */
function hostsOf(host: string): string[] {
  if (host !== 'localhost') return [host];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return ['127.0.0.1', '::1'].filter((address) => own.some((one) => one.address === address));
}

/** Binds every server to its host, all to the same port; port 0 lets the system choose. Returns the port. */
async function bindAll(
  servers: readonly (Server | HttpsServer)[],
  hosts: readonly string[],
  variable: string,
  port: number,
): Promise<number> {
  let bound = port;
  for (const [index, server] of servers.entries()) {
    server.listen({ port: bound, host: hosts[index] });
    await once(server, 'listening').catch((error: unknown) => {
      throw new ConfigError(reasonOf(error, variable, bound, hosts[index] ?? ''));
    });
    bound = portOf(server);
  }
  return bound;
}

function portOf(server: Server | HttpsServer): number {
  // A server that listens on a port has this form of address; only sockets in files have another.
  return (server.address() as AddressInfo).port;
}

function reasonOf(error: unknown, variable: string, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} is in use at ${host}: set ${variable} to another one`;
  return `cannot listen on port ${port} at ${host} (${variable}): ${String(error)}`;
}

// Idle connections close at once, the others when their answer is complete (requestContext).
async function closeAll(servers: readonly (Server | HttpsServer)[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
}

/** A request's target without scheme and host, which proxies may send, and without a fragment, which nobody may. */
export function originForm(url: string): string {
  if (url.startsWith('/') && !url.includes('#')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
