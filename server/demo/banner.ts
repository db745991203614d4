import { relative } from 'node:path';
import type { Connection } from './connection.ts';

export interface BannerDetails {
  /** Where the command will be pasted: paths below it are shown relative to it. */
  readonly workingDirectory: string;
  /** Path of connection.json. */
  readonly connectionFile: string;
  /** More lines, each a name and what it says: the documentation, the demo page, who answers as a model. */
  readonly lines: readonly (readonly [name: string, value: string])[];
}

const question = 'Show me rain jackets under $150';

/** What `npm start` shows: where the service is, a key, and a command that can be pasted into a shell. */
export function demoBanner(connection: Connection, details: BannerDetails): string {
  const lines = [
    ['API', connection.base_url],
    ['API key', connection.api_key],
    ['MCP', `${connection.mcp_url}?api_key=${connection.api_key}`],
    ...details.lines,
    ['All of it', shortest(details.workingDirectory, details.connectionFile)],
  ] as const;
  const width = Math.max(...lines.map(([name]) => name.length));
  const table = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
  return `\nThe conversational agent service is ready.\n\n${table}\n\nAsk the demo shop something:\n\n${curlLine(connection, details.workingDirectory)}\n\n`;
}

/** A POSIX shell command that streams one reply. */
export function curlLine(connection: Connection, workingDirectory: string): string {
  const body = JSON.stringify({ agent_id: connection.agent_id, message: question });
  return [
    'curl -N',
    ...(connection.ca === null ? [] : [`--cacert ${quote(shortest(workingDirectory, connection.ca))}`]),
    quote(`${connection.base_url}/api/agents/chat/stream`),
    `-H ${quote(`Authorization: Bearer ${connection.api_key}`)}`,
    "-H 'Content-Type: application/json'",
    `-d ${quote(body)}`,
  ].join(' ');
}

function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function shortest(workingDirectory: string, path: string): string {
  const fromHere = relative(workingDirectory, path);
  return fromHere.startsWith('..') ? path : fromHere;
}
