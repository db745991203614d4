import { join } from 'node:path';
import { startOnServerProcessor, type MeasuredServer } from './processes.ts';
import type { MeasuredService } from './service.ts';

/** The key that the Fastify peer accepts. */
export const peerKey = 'svc_0123456789abcdefghijklmnopqrstuv';
export const peerChatbotId = 'cbt_bench';

/** What a peer gets as JSON in PEER_SETTINGS. */
export interface PeerSettings {
  readonly certFile: string;
  readonly keyFile: string;
  /** Fastify: the SQLite file to create, and what is in it. */
  readonly database?: {
    readonly file: string;
    readonly key: string;
    readonly agents: number;
    readonly widget: object;
    /** Where the peer logs requests that has the duties of a service; the bare one has none. */
    readonly logFile: string | undefined;
  };
  /** node:http: the events of a reply, and the pause before each text in milliseconds. */
  readonly stream?: { readonly events: readonly string[]; readonly paceMs: number };
}

/** Starts a peer with the certificate of a running service; its files are in the service's data folder. */
export async function startPeer(
  name: 'fastify' | 'fastify with duties' | 'node-http',
  { dataDir, caFile }: MeasuredService,
  settings: Pick<PeerSettings, 'stream'> & { readonly agents?: number; readonly widget?: object },
): Promise<MeasuredServer> {
  const { stream, agents = 0, widget = {} } = settings;
  const logFile = name === 'fastify with duties' ? join(dataDir, 'peer.log') : undefined;
  const script = name === 'node-http' ? name : 'fastify';
  const peer: PeerSettings = {
    // One file holds both.
    certFile: join(dataDir, 'tls', 'server.pem'),
    keyFile: join(dataDir, 'tls', 'server.pem'),
    ...(name !== 'node-http' && {
      database: { file: join(dataDir, `${name}.db`), key: peerKey, agents, widget, logFile },
    }),
    ...(stream && { stream }),
  };
  const env = { ...process.env, NODE_ENV: 'production', PEER_SETTINGS: JSON.stringify(peer) };
  const child = startOnServerProcessor(['node', `scripts/bench/peers/${script}.ts`], { env, output: 'pipe' });
  const [, port] = await child.line(/^listening on (\d+)$/);
  return {
    name,
    url: `https://localhost:${port}`,
    caFile,
    pid: child.process.pid ?? 0,
    stop: async () => void (await child.stop()),
  };
}
