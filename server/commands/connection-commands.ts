import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { allConnections } from '../db/connections.ts';
import type { ConnectionRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { operatorActor } from '../services/audit.ts';
import { allowImageHosts } from '../services/chatbots.ts';
import { addConnection, removeConnection, testConnection } from '../services/connections.ts';
import { connectLiveShop, type ShopInput } from '../services/live-shop.ts';
import { redactSecrets } from '../support/log.ts';
import { createMetrics } from '../support/metrics.ts';
import {
  type AddWork,
  changeAsOperator,
  type CommandResult,
  formatTable,
  type Operator,
  type OutputOptions,
  printable,
  type Terminal,
} from './operator.ts';

interface ScopeOptions extends OutputOptions {
  readonly store?: string;
}

interface AddOptions extends ScopeOptions {
  readonly url?: string;
  readonly ucp?: string;
  readonly allowImageHosts: boolean;
  readonly header: Headers;
  readonly headerFile?: string;
  readonly allowPrivate: boolean;
}

const addHelp = `
Agents whose mcp_capabilities have this type then get the tools of the server. With --ucp, agents with product_catalog (all that
the store has) or live_catalog (nothing else) search the shop itself: no import. imported_catalog leaves it out.

Other users of this machine see command lines (ps), and the shell keeps them in its history: give secrets with
--header-file, not with --header.

Examples:
  agent-service connections add --ucp shop.example --store str_9fQx... --allow-image-hosts
  agent-service connections add orders --url https://tools.example/mcp --header-file orders-headers.txt
  printf 'Authorization: Bearer %s\\n' "$TOKEN" | agent-service connections add orders --url https://... --header-file -`;

/** `connections add`, `list`, `test` and `remove` (source 2.2). */
export function addConnectionCommands(program: Command, add: AddWork, terminal: Terminal): void {
  const connections = program
    .command('connections')
    .description('Remote MCP servers that give agents their tools.');
  add<AddOptions>(
    scoped(connections.command('add [type]')),
    (operator, options, type) => addOne(operator, options, type, terminal),
    'creates',
  )
    .description('Set the MCP server of a capability type, or the shop that is searched live.')
    .option('--url <url>', 'the Streamable HTTP address of a server, https; with a type')
    .option(
      '--ucp <shop>',
      'a shop that speaks the Universal Commerce Protocol, by its domain; without a type',
    )
    .option('--allow-image-hosts', "let the store's chatbots show pictures of the shop's hosts", false)
    .option('--header-file <file>', 'headers to send, one "Name: value" a line; - for the standard input')
    .option('--header <header>', 'a "Name: value" to send that is not secret; repeatable', collectHeader, {})
    .option('--allow-private', 'permit plain http and addresses inside private networks', false)
    .addHelpText('after', addHelp);
  add(connections.command('list'), async ({ database }) => {
    const found = await allConnections(database);
    return { json: found.map(present), text: table(found) };
  }).description('List all connections, oldest first, without their headers.');
  add<ScopeOptions>(
    scoped(connections.command('test <type>')),
    async (operator, { store = null }, type = '') => {
      const tools = await testConnection({ ...operator, metrics: createMetrics() }, store, type);
      const rows = tools.map(({ name, description }) => [name, description]);
      return { json: tools, text: formatTable(['TOOL', 'DESCRIPTION'], rows) };
    },
  ).description('Connect as an agent would, and list the tools that it would get.');
  add<ScopeOptions>(
    scoped(connections.command('remove <type>')),
    async ({ database }, { store = null }, type = '') => {
      await database.changeAll(operatorActor, (context) => removeConnection(context, store, type));
      return { json: { removed: type, store_id: store }, text: `removed ${type}\n` };
    },
  ).description('Remove a connection; agents lose its tools with their next reply.');
}

async function addOne(
  operator: Operator,
  options: AddOptions,
  type: string | undefined,
  terminal: Terminal,
): Promise<CommandResult> {
  const { store: store_id = null, ucp, url, allowPrivate: allow_private } = options;
  const headers = { ...options.header, ...(await readHeaderFile(options.headerFile, terminal)) };
  if (ucp !== undefined && url === undefined && type === undefined)
    return addShop(operator, options, { address: ucp, headers, allow_private });
  if (type === undefined || url === undefined || ucp !== undefined)
    throw new ServiceError('invalid_request', 'give a type and --url, or --ucp alone');
  const input = { store_id, type, url, headers, allow_private };
  const added = await operator.database.changeAll(operatorActor, (context) =>
    addConnection(context, operator.keyring, input),
  );
  return { json: present(added), text: table([added]) };
}

async function addShop(
  operator: Operator,
  { store, allowImageHosts: isAllowing }: AddOptions,
  input: Omit<ShopInput, 'store_id'>,
): Promise<CommandResult> {
  if (store === undefined) throw new ServiceError('invalid_request', '--ucp needs --store <store-id>');
  const deps = { ...operator, metrics: createMetrics() };
  const shop = await connectLiveShop(deps, operatorActor, { ...input, store_id: store });
  const hidden = shop.image_hosts.filter((one) => !one.is_allowed).map(({ host }) => host);
  const connected = `Agents of ${store} search ${shop.url} live (revision ${shop.revision}).\n`;
  if (hidden.length === 0) return { json: shop, text: connected };
  const names = hidden.map(printable).join(', ');
  if (!isAllowing) {
    const advice = `No chatbot shows pictures of ${names} yet: allow them in the dashboard, under Catalogue.\n`;
    return { json: shop, text: connected + advice };
  }
  await changeAsOperator(operator, store, (context) => allowImageHosts(context, hidden));
  return { json: shop, text: `${connected}Its chatbots show pictures of ${names}.\n` };
}

function scoped(command: Command): Command {
  return command.option('--store <store-id>', 'for this store only (default: for all stores)');
}

type Headers = Readonly<Record<string, string>>;

function collectHeader(header: string, previous: Headers): Headers {
  const parsed = parseHeader(header);
  if (parsed === undefined) throw new InvalidArgumentError('It must be "Name: value".');
  return { ...previous, ...parsed };
}

function parseHeader(header: string): Headers | undefined {
  const colon = header.indexOf(':');
  return colon < 1 ? undefined : { [header.slice(0, colon).trim()]: header.slice(colon + 1).trim() };
}

/** The headers in a file; blank lines are skipped. Throws ServiceError `invalid_request`, which quotes no secret. */
async function readHeaderFile(file: string | undefined, { input }: Terminal): Promise<Headers> {
  if (file === undefined) return {};
  const content = await (file === '-' ? text(input) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new ServiceError('invalid_request', `cannot read --header-file: ${String(error)}`);
  });
  let headers: Headers = {};
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseHeader(line);
    if (parsed === undefined) {
      throw new ServiceError('invalid_request', `--header-file line ${index + 1} must be "Name: value"`);
    }
    headers = { ...headers, ...parsed };
  }
  if (Object.keys(headers).length === 0)
    throw new ServiceError('invalid_request', '--header-file has no header');
  return headers;
}

function present({ id, store_id, type, url, allow_private, created_at }: ConnectionRecord) {
  return { id, store_id, type, url: redactSecrets(url), allow_private, created_at };
}

function table(connections: readonly ConnectionRecord[]): string {
  const rows = connections.map(({ type, url, store_id, allow_private }) => {
    return [
      type,
      redactSecrets(url),
      store_id ?? 'all stores',
      allow_private ? 'private allowed' : 'public only',
    ];
  });
  return formatTable(['TYPE', 'URL', 'STORE', 'ADDRESSES'], rows);
}
