import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { generate } from 'selfsigned';
import { hashOf } from './peers/agent-table.ts';
import { agentBody } from './peers/fixed-agents.ts';
import { startUntil, stopChild, type MeasuredServer } from './server-process.ts';

/** Every peer takes this key. */
export const peerKey = 'svc_0123456789abcdefghijklmnopqrstuv';
export const peerChatbotId = 'cbt_bench';

export type PeerName = 'node-http' | 'node-http2' | 'express-bare' | 'fastify' | 'hono' | 'prism';

/** A folder with a certificate and a database of `agents` agents, as every peer gets its own. */
export async function preparePeerFolder(agents: number, widget: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'));
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'key.pem'), certificate.private);
  fillDatabase(join(folder, 'peer.sqlite'), agents, widget);
  return folder;
}

/** Starts one peer on a prepared folder. Prism speaks no TLS, which its note says. */
export async function startPeer(
  name: PeerName,
  folder: string,
  agents: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  if (name === 'prism') return startPrism(folder);
  const environment = {
    PEER_CERT: join(folder, 'cert.pem'),
    PEER_KEY: join(folder, 'key.pem'),
    PEER_API_KEY: peerKey,
    PEER_DATABASE: join(folder, 'peer.sqlite'),
    PEER_AGENTS: String(agents),
    NODE_ENV: 'production',
    ...settings,
  };
  const { child, ready } = await startUntil(['node', `scripts/bench/peers/${name}.ts`], environment, portIn);
  return {
    name,
    url: `https://localhost:${ready}`,
    caFile: environment.PEER_CERT,
    pid: child.pid ?? 0,
    stop: () => stopChild(child),
  };
}

async function startPrism(folder: string): Promise<MeasuredServer> {
  const command = [
    'node',
    'node_modules/@stoplight/prism-cli/dist/index.js',
    'mock',
    // One process: its other mode fails under this Node, and CPU is read of one.
    '--multiprocess=false',
    '-p',
    '0',
    'generated/openapi.json',
  ];
  const { child, ready } = await startUntil(command, { NODE_ENV: 'production' }, (line) => {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    return port === undefined ? undefined : Number(port);
  });
  return {
    name: 'prism',
    url: `http://127.0.0.1:${ready}`,
    caFile: join(folder, 'cert.pem'),
    pid: child.pid ?? 0,
    note: 'no TLS, mock data',
    stop: () => stopChild(child),
  };
}

export function removePeerFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function portIn(line: string): number | undefined {
  return line.startsWith('{"port"') ? (JSON.parse(line) as { port: number }).port : undefined;
}

function fillDatabase(file: string, agents: number, widget: object): void {
  const db = new Database(file);
  db.exec(`
    CREATE TABLE api_keys (hash TEXT PRIMARY KEY, store_id TEXT NOT NULL);
    CREATE TABLE agents (id TEXT PRIMARY KEY, store_id TEXT NOT NULL, name TEXT, type TEXT, description TEXT, config TEXT, created_at TEXT, updated_at TEXT);
    CREATE INDEX agents_by_store ON agents (store_id);
    CREATE TABLE chatbots (id TEXT PRIMARY KEY, store_id TEXT NOT NULL, body TEXT NOT NULL);
  `);
  db.prepare('INSERT INTO api_keys VALUES (?, ?)').run(hashOf(peerKey), 'store');
  db.prepare('INSERT INTO chatbots VALUES (?, ?, ?)').run(peerChatbotId, 'store', JSON.stringify(widget));
  const insert = db.prepare('INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (let index = 0; index < agents; index++) {
    const { name, type, description, config } = agentBody(index);
    const moment = '2026-01-01T00:00:00.000Z';
    insert.run(`agt_${index}`, 'store', name, type, description, JSON.stringify(config), moment, moment);
  }
  db.close();
}
