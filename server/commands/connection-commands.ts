import { type Command, InvalidArgumentError } from 'commander';
import type { ConnectionRecord } from '../db/records.ts';
import { addConnection, removeConnection, testConnection } from '../services/connections.ts';
import { formatTable, type OutputOptions, type RunAsOperator } from './operator.ts';

interface ScopeOptions extends OutputOptions {
  readonly store?: string;
}

interface AddOptions extends ScopeOptions {
  readonly url: string;
  readonly header: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
}

const example = `
Agents whose mcp_capabilities have this type then get the tools of the server.

Example:
  agent-service connections add orders --url https://tools.example/mcp --header "Authorization: Bearer ..."`;

/** `connections add`, `list`, `test` and `remove` (source 2.2). */
export function addConnectionCommands(program: Command, run: RunAsOperator): void {
  const connections = program
    .command('connections')
    .description('Remote MCP servers that give agents their tools.');
  addScope(connections.command('add <type>'))
    .description('Set the MCP server of a capability type.')
    .requiredOption('--url <url>', 'its Streamable HTTP address, https (required)')
    .option('--header <header>', '"Name: value" to send; stored encrypted; repeatable', collectHeader, {})
    .option('--allow-private', 'permit plain http and addresses inside private networks', false)
    .addHelpText('after', example)
    .action((type: string, options: AddOptions) =>
      run(options, async (operator) => {
        const { store: storeId = null, url, header: headers, allowPrivate } = options;
        const added = await addConnection(operator, { storeId, type, url, headers, allowPrivate });
        return { json: present(added), text: table([added]) };
      }),
    );
  connections
    .command('list')
    .description('List all connections, oldest first, without their headers.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      run(options, async ({ repositories }) => {
        const found = await repositories.connections.list();
        return { json: found.map(present), text: table(found) };
      }),
    );
  addScope(connections.command('test <type>'))
    .description('Connect as an agent would, and list the tools that it would get.')
    .action((type: string, options: ScopeOptions) =>
      run(options, async (operator) => {
        const tools = await testConnection(operator, options.store ?? null, type);
        const rows = tools.map(({ name, description }) => [name, description]);
        return { json: tools, text: formatTable(['TOOL', 'DESCRIPTION'], rows) };
      }),
    );
  addScope(connections.command('remove <type>'))
    .description('Remove a connection; agents lose its tools with their next reply.')
    .action((type: string, options: ScopeOptions) =>
      run(options, async (operator) => {
        const storeId = options.store ?? null;
        await removeConnection(operator, storeId, type);
        return { json: { removed: type, store_id: storeId }, text: `removed ${type}\n` };
      }),
    );
}

function addScope(command: Command): Command {
  return command
    .option('--store <store-id>', 'for this store only (default: for all stores)')
    .option('--json', 'print JSON');
}

function collectHeader(header: string, previous: Readonly<Record<string, string>>): Record<string, string> {
  const colon = header.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('It must be "Name: value".');
  return { ...previous, [header.slice(0, colon).trim()]: header.slice(colon + 1).trim() };
}

function present({ id, storeId, type, url, allowPrivate, createdAt }: ConnectionRecord) {
  return { id, store_id: storeId, type, url, allow_private: allowPrivate, created_at: createdAt };
}

function table(connections: readonly ConnectionRecord[]): string {
  const rows = connections.map(({ type, url, storeId, allowPrivate }) => {
    return [type, url, storeId ?? 'all stores', allowPrivate ? 'private allowed' : 'public only'];
  });
  return formatTable(['TYPE', 'URL', 'STORE', 'ADDRESSES'], rows);
}
