import { relative } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ModelSettings } from '../config/model-settings.ts';
import { describeModels } from '../models/registry.ts';
import { type Addresses, type Connection, connectionOf, writeConnection } from './connection.ts';
import { type DemoDeps, seedDemo } from './seed-demo.ts';

export interface ShowDemoDeps extends DemoDeps {
  readonly config: Pick<Config, 'dataDir' | 'models' | 'demoShop'>;
}

/** Where `showDemo` writes, and from where people will run what it shows. */
export interface DemoOutput {
  write(text: string): unknown;
  readonly workingDirectory: string;
}

/** Fills an empty database, writes `connection.json` to the data folder, and prints how to use the demo. */
export async function showDemo(
  deps: ShowDemoDeps,
  { caFile, ...addresses }: Omit<Addresses, 'ca'> & { readonly caFile: string | null },
  output: DemoOutput,
): Promise<void> {
  const demo = await seedDemo(deps, ownOrigins(addresses.baseUrl));
  if (demo === undefined) {
    const models = describeModels(deps.config.models).map((line) => `  ${line}\n`);
    output.write(`Serving ${addresses.baseUrl} with the stores in the database; they are not the demo's.\n`);
    output.write(models.join(''));
    return;
  }
  const connection = connectionOf(demo, { ...addresses, ca: caFile });
  const connectionFile = writeConnection(deps.config.dataDir, connection);
  const models = modelLines(deps.config.models).map((line) => ['Model', line] as const);
  const shop = deps.config.demoShop ? [['Demo shop', `${addresses.baseUrl}/demo/`] as const] : [];
  const lines = [...shop, ['Docs', `${addresses.baseUrl}/docs/`] as const, ...models];
  const { workingDirectory } = output;
  output.write(demoBanner(connection, { workingDirectory, connectionFile, lines }));
}

/** Without any vendor one line says it all: nobody who tries the demo has to tell three apart. */
function modelLines(settings: ModelSettings): string[] {
  const isOffline = settings.fallback && Object.values(settings.providers).every((vendor) => vendor === null);
  return isOffline
    ? ['built in, works offline; PROVIDER_ONE_API_KEY=... npm start asks a vendor']
    : describeModels(settings);
}

/** The demo page is on the service's own origin, whichever name of this machine the browser uses. */
function ownOrigins(baseUrl: string): string[] {
  const names = ['localhost', '127.0.0.1'].map((hostname) => {
    const url = new URL(baseUrl);
    url.hostname = hostname;
    return url.origin;
  });
  return [...new Set([new URL(baseUrl).origin, ...names])];
}

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
