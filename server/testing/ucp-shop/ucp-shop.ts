import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { close, listen } from '../local-server.ts';
import {
  businessProfile,
  endpointPaths,
  leafProfile,
  profilePath,
  type Transport,
} from './business-profile.ts';
import {
  type FaultName,
  type FaultTarget,
  payloadChangeOf,
  profileChangeOf,
  rpcChangeOf,
  takeoverOf,
} from './faults.ts';
import { respondToRpc, type RpcResponse, type RunTool } from './mcp-endpoint.ts';
import { Negotiator } from './negotiate.ts';
import { businessError, businessErrors, protocolError } from './protocol-errors.ts';
import { isObject, type JsonObject, olderRevision, revision } from './protocol.ts';
import { runOperation } from './run-operation.ts';
import { shopFile } from './shop-pages.ts';

export interface UcpShopOptions {
  readonly port?: number;
  /** A certificate and its key in PEM, for TLS; by default the shop speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The origin that clients use, if it is another than the listener's. */
  readonly origin?: string;
  /** Where pictures are; by default the shop's own origin. */
  readonly mediaOrigin?: string;
  /** The revisions that the shop speaks, the newest first; by default the current one and the one before. */
  readonly revisions?: readonly string[];
  /** Of the profile; the shop itself speaks MCP only. */
  readonly transports?: readonly Transport[];
  /** False for a shop that does not read the platform's profile and trusts it to speak the newest revision. */
  readonly readsAgentProfiles?: boolean;
  /** Sends responses of MCP as an event stream to clients that accept one. */
  readonly eventStream?: boolean;
  /** How long every catalogue request takes; the fault `slow` takes 10 s. */
  readonly delayMs?: number;
}

export interface ShopRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface UcpShop {
  readonly origin: string;
  readonly profileUrl: string;
  readonly mcpUrl: string;
  /** All requests so far, in order. */
  readonly requests: ShopRequest[];
  /** The highest number of catalogue requests that were open at the same time. */
  readonly maxInFlight: number;
  /** Switches a fault on until another call; undefined makes the shop healthy. */
  setFault(name: FaultName | undefined, target?: FaultTarget): void;
  setDelayMs(delayMs: number): void;
  close(): Promise<void>;
}

const slowMs = 10_000;
const jsonType = { 'Content-Type': 'application/json' };

/** Starts the shop Meadow & Mill on 127.0.0.1: 300 products behind `/.well-known/ucp`. */
export async function startUcpShop(options: UcpShopOptions = {}): Promise<UcpShop> {
  const running = new RunningShop(options);
  await running.start();
  return running;
}

class RunningShop implements UcpShop {
  readonly requests: ShopRequest[] = [];
  origin = '';
  maxInFlight = 0;
  private inFlight = 0;
  private fault: FaultName | undefined;
  private target: FaultTarget = 'all';
  private delayMs: number;
  private negotiator: Negotiator | undefined;
  private readonly options: UcpShopOptions;
  private readonly revisions: readonly string[];
  private readonly transports: readonly Transport[];
  private readonly server;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(options: UcpShopOptions) {
    this.options = options;
    this.revisions = options.revisions ?? [revision, olderRevision];
    this.transports = options.transports ?? ['mcp', 'rest'];
    this.delayMs = options.delayMs ?? 0;
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      void this.handle(request, response);
    };
    this.server = options.tls === undefined ? createServer(handle) : createTlsServer(options.tls, handle);
    // Idle connections stay open: closing one could cross the next request of a client on a slow machine.
    this.server.keepAliveTimeout = 0;
  }

  get profileUrl(): string {
    return this.origin + profilePath;
  }

  get mcpUrl(): string {
    return this.origin + endpointPaths.mcp;
  }

  async start(): Promise<void> {
    const { options } = this;
    const port = await listen(this.server, options.port);
    const own = options.tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
    this.origin = options.origin ?? own;
    this.negotiator = new Negotiator(`${this.origin}/`, this.revisions, options.readsAgentProfiles ?? true);
  }

  setFault(name: FaultName | undefined, target: FaultTarget = 'all'): void {
    this.fault = name;
    this.target = target;
  }

  setDelayMs(delayMs: number): void {
    this.delayMs = delayMs;
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await close(this.server);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = URL.parse(request.url ?? '/', this.origin)?.pathname ?? '/';
    const method = request.method ?? 'GET';
    // A client that leaves closes its request as well.
    const body = await text(request).catch(() => '');
    this.requests.push({ method, path, headers: request.headers, body });
    if (path === profilePath || path.startsWith(`${profilePath}/`)) return this.sendProfile(path, response);
    if (path === endpointPaths.mcp) return this.sendCatalog(request, body, response);
    const file = shopFile(path);
    if (file === undefined || method !== 'GET') send(response, 404, 'text/plain', 'Not found');
    else send(response, 200, file.type, file.body);
  }

  /** Profiles are cached for a minute at least, as the protocol asks. */
  private sendProfile(path: string, response: ServerResponse): void {
    const { origin, revisions, transports } = this;
    const version = path.slice(profilePath.length + 1);
    const isLeaf = version !== '';
    if (isLeaf && !revisions.includes(version)) return send(response, 404, 'text/plain', 'Not found');
    const profileOptions = { origin, revisions, transports };
    const healthy = isLeaf ? leafProfile(version, profileOptions) : businessProfile(profileOptions);
    const change = profileChangeOf(this.fault ?? '');
    const changed = change?.(healthy['ucp'] as JsonObject, origin, isLeaf) ?? healthy;
    response.setHeader('Cache-Control', 'public, max-age=60');
    this.finish('profile', response, { status: 200, body: changed as JsonObject });
  }

  private async sendCatalog(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    response.once('close', () => (this.inFlight -= 1));
    // Without streams from the server there is nothing to GET.
    if (request.method !== 'POST') return send(response, 405, 'text/plain', 'Method not allowed');
    const result = await this.respondToRpc(body);
    const isStream =
      this.options.eventStream === true && /text\/event-stream/u.test(request.headers.accept ?? '');
    this.finish('catalog', response, result, isStream);
  }

  private async respondToRpc(body: string): Promise<RpcResponse> {
    const result = await respondToRpc(body, this.runTool);
    const change = rpcChangeOf(this.fault ?? '');
    if (change === undefined || result.body === undefined || !/"tools\/call"/u.test(body)) return result;
    return { ...result, body: change(result.body) as JsonObject };
  }

  private readonly runTool: RunTool = async (operation, payload, profileUrl) => {
    const home = `${this.origin}/`;
    const name = this.fault?.startsWith('error:') === true ? this.fault.slice('error:'.length) : undefined;
    const error = name === undefined ? undefined : protocolError(name, home);
    if (error !== undefined) throw error;
    if (this.negotiator === undefined) throw new Error('The shop has not started.');
    const negotiated = await this.negotiator.negotiate(profileUrl);
    const origins = { origin: this.origin, mediaOrigin: this.options.mediaOrigin ?? this.origin };
    const healthy = runOperation(operation, payload, negotiated, origins);
    if (name !== undefined && Object.hasOwn(businessErrors, name))
      return businessError(name, healthy['ucp'], home);
    return (payloadChangeOf(this.fault ?? '')?.(healthy) ?? healthy) as JsonObject;
  };

  /** Sends a response, late or as the fault has it. */
  private finish(
    kind: 'profile' | 'catalog',
    response: ServerResponse,
    { status, body }: RpcResponse,
    isStream = false,
  ): void {
    if (response.destroyed) return;
    const isTarget = this.target === 'all' || this.target === kind;
    const takeover = isTarget ? takeoverOf(this.fault ?? '') : undefined;
    const content = body === undefined ? '' : JSON.stringify(body);
    if (takeover !== undefined) return takeover(response, content, this.origin);
    const delayMs = this.fault === 'slow' && isTarget ? slowMs : kind === 'catalog' ? this.delayMs : 0;
    this.after(delayMs, () => {
      if (isStream) send(response, status, 'text/event-stream', `event: message\ndata: ${content}\n\n`);
      else if (body === undefined) response.writeHead(status).end();
      else response.writeHead(status, { ...jsonType, ...retryAfter(body) }).end(content);
    });
  }

  private after(delayMs: number, run: () => void): void {
    if (delayMs === 0) return run();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, delayMs);
    this.timers.add(timer);
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type }).end(body);
}

/** The seconds after which a client may try again, which JSON-RPC has in the error's data. */
function retryAfter(body: JsonObject): Record<string, string> {
  const data = isObject(body['error']) ? body['error']['data'] : body;
  const seconds = isObject(data) ? data['retry_after'] : undefined;
  return typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {};
}
