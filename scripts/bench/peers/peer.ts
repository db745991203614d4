import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';

/** What every peer is told through its environment, and how it says that it is ready. */
export interface PeerSettings {
  readonly tls: ServerOptions;
  /** Bearer keys are accepted as sent; peers hash them and look them up like a real service. */
  readonly apiKey: string;
  /** SQLite file with an `agents` table, made by the harness. */
  readonly databaseFile: string;
}

export function peerSettings(): PeerSettings {
  return {
    tls: { cert: readFileSync(required('PEER_CERT')), key: readFileSync(required('PEER_KEY')) },
    apiKey: required('PEER_API_KEY'),
    databaseFile: required('PEER_DATABASE'),
  };
}

/** One line on standard output: the harness reads the port from it. */
export function announce(port: number): void {
  process.stdout.write(`${JSON.stringify({ port })}\n`);
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; peers are started by npm run bench`);
  return value;
}
