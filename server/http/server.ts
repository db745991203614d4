import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { urlHost, type Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import type { Deps } from '../deps.ts';
import { hasCode } from '../support/atomic-file.ts';
import { dropSlowReaders, limitConnections, requestTimeoutMs } from './connection-limits.ts';
import { handleRequests } from './parser-errors.ts';
import { reportExpiry } from './tls/certificate-expiry.ts';
import { loadTls, type TlsMaterial } from './tls/load-tls.ts';

/** A running service. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** How often the certificate is read: our own is renewed a month before it expires, TLS_CERT may be a new one. */
const certificateCheckMs = 12 * 60 * 60 * 1000;

/** How long responses may take to finish after the last reply has ended. */
const closeGraceMs = 2_000;

/** Opens the ports and serves `app`. Throws ConfigError when a port is in use or the certificate is invalid. */
export async function startService(deps: Deps, app: Express) {
  const { config, clock, log, lifecycle, chat } = deps;
  const load = async (): Promise<TlsMaterial> => {
    const loaded = await loadTls(config, clock);
    reportExpiry(deps, loaded);
    return loaded;
  };
  const tls = await load();
  const listening = await listen(config, tls, app, log);
  /** Reads the certificate again, or renews our own, for new connections. */
  const reloadCertificate = async (): Promise<void> => {
    listening.useCertificate(await load());
  };
  const timer = setInterval(() => {
    reloadCertificate().catch((error: unknown) => log.error({ err: error }, 'certificate not renewed'));
  }, certificateCheckMs).unref();
  const baseUrl = `https://${urlHost(config.host)}:${listening.port}`;
  return {
    /** `https://localhost:8443`, without a slash at its end. */
    baseUrl,
    httpUrl: `http://${urlHost(config.host)}:${listening.httpPort}`,
    mcpUrl: `${baseUrl}/mcp`,
    /** Path of the authority to trust; null for a certificate of the operator's own. */
    caFile: tls.caFile,
    reloadCertificate,
    /**
     * Serves for SHUTDOWN_DELAY_SECONDS more with `/readyz` 503. Then accepts no new work, waits up to `graceMs` for replies
     * and responses in progress, and closes what is left.
     */
    async stop(graceMs: number): Promise<void> {
      clearInterval(timer);
      lifecycle.phase = 'draining';
      if (config.shutdownDelayMs > 0) await wait(config.shutdownDelayMs);
      const closed = listening.stopAccepting();
      await chat.active.drain(graceMs);
      const closeTimer = setTimeout(() => listening.closeConnections(), closeGraceMs);
      await closed;
      clearTimeout(closeTimer);
    },
  };
}

const serverOptions = {
  maxHeaderSize: 16_384,
  // Node's own rejection of a missing Host has no error body; `requireHost` rejects it.
  requireHostHeader: false,
  headersTimeout: 15_000,
  requestTimeout: requestTimeoutMs,
  // Both timeouts are checked at this interval. Node's own, 30 s, would make 15 s up to 45.
  connectionsCheckingInterval: 2_000,
  // Longer than the idle timeout of common load balancers, which would otherwise reuse a connection that just closed.
  keepAliveTimeout: 65_000,
} as const;

/** Opens the HTTPS port, and the plain one whose requests are rejected unless a trusted proxy forwards them. */
async function listen(
  config: Pick<Config, 'host' | 'port' | 'httpPort' | 'maxConnections' | 'chat'>,
  tls: TlsMaterial,
  app: Express,
  log: Logger,
) {
  const hosts = hostsOf(config.host);
  const onRequest: RequestListener = (request, response) => {
    request.url = originForm(request.url ?? '/');
    app(request, response);
  };
  const secureOptions = { ...serverOptions, ...pem(tls), handshakeTimeout: 10_000 };
  const secure = hosts.map(() => createHttpsServer(secureOptions));
  const plain = hosts.map(() => createHttpServer(serverOptions));
  const all = [...secure, ...plain];
  for (const server of all) {
    handleRequests(server, onRequest, log);
    dropSlowReaders(server, config.chat.slowReaderMs);
    if (config.maxConnections !== null) limitConnections(server, config.maxConnections, log);
  }
  try {
    return {
      port: await bindAll(secure, hosts, 'PORT', config.port),
      httpPort: await bindAll(plain, hosts, 'HTTP_PORT', config.httpPort),
      /** Presents another certificate to new connections. */
      useCertificate: (material: TlsMaterial) =>
        secure.forEach((server) => server.setSecureContext(pem(material))),
      /** Accepts no new connection; resolves when the last one is closed. */
      stopAccepting: () => closeAll(all),
      closeConnections: () => all.forEach((server) => server.closeAllConnections()),
    };
  } catch (error) {
    for (const server of all) server.close();
    throw error;
  }
}

function pem({ cert, key }: TlsMaterial): { cert: string; key: string; minVersion: 'TLSv1.2' } {
  return { cert, key, minVersion: 'TLSv1.2' };
}

/** `localhost` is two addresses, and clients try either first; a machine may have only one of them. */
function hostsOf(host: string): string[] {
  if (host !== 'localhost') return [host];
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return ['127.0.0.1', '::1'].filter((address) => own.some((one) => one.address === address));
}

/**
 * Binds each server to its host, all to one port; port 0 lets the system choose. Returns the port. Throws ConfigError that
 * names `variable`.
 */
export async function bindAll(
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
  // A server that listens on a port has this form of address; only a socket file has another.
  return (server.address() as AddressInfo).port;
}

function reasonOf(error: unknown, variable: string, port: number, host: string): string {
  if (hasCode(error, 'EADDRINUSE'))
    return `port ${port} is in use at ${host}: set ${variable} to another one`;
  return `cannot listen on port ${port} at ${host} (${variable}): ${String(error)}`;
}

// Idle connections close at once, the others after their response (`requestContext`).
async function closeAll(servers: readonly (Server | HttpsServer)[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
}

/** A request target without scheme and host, which proxies may send, and without a fragment, which is invalid there. */
function originForm(url: string): string {
  if (url.startsWith('/') && !url.includes('#')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
