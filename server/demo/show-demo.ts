import { relative } from 'node:path';
import { type Config, dashboardLink } from '../config/config.ts';
import { writeConnectionFile } from '../config/connection-file.ts';
import type { ModelSettings } from '../config/model-settings.ts';
import { describeModels } from '../models/registry.ts';
import { limitsOf } from '../services/plans.ts';
import type { LocalCode } from '../services/local-code.ts';
import { type Demo, type DemoDeps, seedDemo } from './seed-demo.ts';

export interface ShowDemoDeps extends DemoDeps {
  readonly config: Pick<Config, 'dataDir' | 'models' | 'demoShop' | 'dashboardHost'>;
  readonly localCode: LocalCode;
  recordDatabase(): Promise<void>;
}

/** Where the running server is reached. */
export interface Addresses {
  /** `https://localhost:8443`, without a trailing slash. */
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly mcpUrl: string;
  /** Path of the certificate authority that clients must trust; null for a public certificate. */
  readonly caFile: string | null;
}

export interface DemoOutput {
  write(text: string): unknown;
  /** Where the printed command is run: paths below it are printed relative to it. */
  readonly workingDirectory: string;
}

/** Fills an empty database, writes `connection.json` to the data folder, and prints how to use the demo. */
export async function showDemo(deps: ShowDemoDeps, addresses: Addresses, output: DemoOutput): Promise<void> {
  const { dataDir, models, demoShop } = deps.config;
  const { baseUrl } = addresses;
  const demo = await seedDemo(deps, originsOf(baseUrl));
  if (demo === undefined) {
    const lines = describeModels(models).map((line) => `  ${line}\n`);
    output.write(`Serving ${baseUrl} with the stores in the database; the demo needs an empty database.\n`);
    output.write(lines.join(''));
    return;
  }
  await deps.recordDatabase();
  const code = demo.ownerId === null ? null : deps.localCode.issue(demo.ownerId);
  const dashboardUrl = code === null ? null : dashboardLink(deps.config, baseUrl, `code=${code}`);
  const connection = connectionOf(demo, addresses, dashboardUrl);
  const connectionFile = writeConnectionFile(dataDir, connection);
  const lines: BannerLine[] = [
    ...(connection.dashboard_url === null ? [] : [['Dashboard', connection.dashboard_url] as const]),
    ...(demoShop ? [['Demo shop', `${baseUrl}/demo/`] as const] : []),
    ['Docs', `${baseUrl}/docs/`],
    ...modelLines(models).map((line) => ['Model', line] as const),
  ];
  output.write(demoBanner(connection, { ...output, connectionFile, lines }));
}

// Without any vendor one line is enough.
function modelLines(settings: ModelSettings): string[] {
  const isOffline = settings.fallback && Object.values(settings.providers).every((vendor) => vendor === null);
  return isOffline
    ? ['built in, works offline; set PROVIDER_ONE_API_KEY to use a vendor']
    : describeModels(settings);
}

// The page of a shop that the conformance suite serves.
const suiteOrigin = 'http://localhost:4173';

/** The service's own origin, by each name of this machine: the demo shop is on it. Then that of the suite's page. */
function originsOf(baseUrl: string): string[] {
  const { origin, protocol, port } = new URL(baseUrl);
  const names = ['localhost', '127.0.0.1'].map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  return [...new Set([origin, ...names, suiteOrigin])];
}

/** `connection.json`: what a client, or the conformance suite, needs to use the demo. */
export type Connection = ReturnType<typeof connectionOf>;

/** `dashboardUrl` signs the demo's owner in. */
export function connectionOf(
  { main, second, limited, starter }: Demo,
  addresses: Addresses,
  dashboardUrl: string | null,
) {
  const limits = limitsOf(limited.store);
  return {
    base_url: addresses.baseUrl,
    http_url: addresses.httpUrl,
    mcp_url: addresses.mcpUrl,
    ca: addresses.caFile,
    api_key: main.apiKey,
    agent_id: main.agentId,
    chatbot_id: main.chatbotId,
    plan: main.store.plan,
    rpm: limitsOf(main.store).requestsPerMinute,
    second_api_key: second.apiKey,
    second_agent_id: second.agentId,
    second_chatbot_id: second.chatbotId,
    limited_api_key: limited.apiKey,
    limited_rpm: limits.requestsPerMinute,
    agent_limit: limits.agents,
    steady_api_key: starter.apiKey,
    steady_rpm: limitsOf(starter.store).requestsPerMinute,
    dashboard_url: dashboardUrl,
  };
}

type BannerLine = readonly [name: string, value: string];

export interface BannerDetails {
  readonly workingDirectory: string;
  readonly connectionFile: string;
  /** Printed after the addresses and the key. */
  readonly lines: readonly BannerLine[];
}

/** What `npm start` prints: where the service is, a key, and a command for a shell. */
export function demoBanner(connection: Connection, details: BannerDetails): string {
  const { workingDirectory, connectionFile } = details;
  const lines: BannerLine[] = [
    ['API', connection.base_url],
    ['API key', connection.api_key],
    ['MCP', `${connection.mcp_url}?api_key=${connection.api_key}`],
    ...details.lines,
    ['All of it', shortest(workingDirectory, connectionFile)],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const table = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
  const command = curlLine(connection, workingDirectory);
  return `\nThe conversational agent service is ready.\n\n${table}\n\nAsk the demo shop something:\n\n${command}\n\n`;
}

/** A POSIX shell command that streams one reply. */
export function curlLine(connection: Connection, workingDirectory: string): string {
  const body = { agent_id: connection.agent_id, message: 'Show me rain jackets under $150' };
  return [
    'curl -N',
    ...(connection.ca === null ? [] : [`--cacert ${quote(shortest(workingDirectory, connection.ca))}`]),
    quote(`${connection.base_url}/api/agents/chat/stream`),
    `-H ${quote(`Authorization: Bearer ${connection.api_key}`)}`,
    "-H 'Content-Type: application/json'",
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' ');
}

function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function shortest(workingDirectory: string, path: string): string {
  const relativePath = relative(workingDirectory, path);
  return relativePath.startsWith('..') ? path : relativePath;
}
