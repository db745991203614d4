import { type Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { ConnectionRecord } from '../db/records.ts';
import { asOperator } from './operator.ts';
import { formatTable, type Terminal, writeAnswer } from './terminal.ts';

interface ScopeOptions {
  readonly store?: string;
  readonly json?: boolean;
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
export function addConnectionCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const connections = program
    .command('connections')
    .description('Remote MCP servers that give agents their tools.');
  const config = () => loadConfig(environment);
  scoped(connections.command('add').argument('<type>'))
    .description('Give a capability type its MCP server.')
    .requiredOption('--url <url>', 'its Streamable HTTP address, https (required)')
    .option('--header <field>', '"Name: value" to send along; kept encrypted; repeatable', readHeader, {})
    .option('--allow-private', 'permit plain http and addresses inside private networks', false)
    .addHelpText('after', example)
    .action(async (type: string, options: AddOptions) => {
      const { url, header: headers, allowPrivate } = options;
      const { addConnection } = await import('../services/connections.ts');
      const input = { storeId: options.store ?? null, type, url, headers, allowPrivate };
      const added = await asOperator(config(), (operator) => addConnection(operator, input));
      writeAnswer(terminal, options, { json: present(added), text: table([added]) });
    });
  connections
    .command('list')
    .description('All connections, oldest first, without their header fields.')
    .option('--json', 'answer in JSON')
    .action(async (options: { json?: boolean }) => {
      const found = await asOperator(config(), ({ repositories }) => repositories.connections.list());
      writeAnswer(terminal, options, { json: found.map(present), text: table(found) });
    });
  scoped(connections.command('test').argument('<type>'))
    .description('Connect as an agent would, and list the tools that it would get.')
    .action(async (type: string, options: ScopeOptions) => {
      const { testConnection } = await import('../services/connections.ts');
      const tools = await asOperator(config(), (operator) =>
        testConnection(operator, options.store ?? null, type),
      );
      const rows = tools.map(({ name, description }) => [name, description]);
      writeAnswer(terminal, options, { json: tools, text: formatTable(['TOOL', 'DESCRIPTION'], rows) });
    });
  scoped(connections.command('remove').argument('<type>'))
    .description('Take the tools away, from the next reply on.')
    .action(async (type: string, options: ScopeOptions) => {
      const { removeConnection } = await import('../services/connections.ts');
      const storeId = options.store ?? null;
      await asOperator(config(), (operator) => removeConnection(operator, storeId, type));
      writeAnswer(terminal, options, {
        json: { removed: type, store_id: storeId },
        text: `removed ${type}\n`,
      });
    });
}

function scoped(command: Command): Command {
  return command
    .option('--store <store-id>', 'only for this store; otherwise for all stores')
    .option('--json', 'answer in JSON');
}

function readHeader(field: string, known: Readonly<Record<string, string>>): Record<string, string> {
  const colon = field.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('It has to be "Name: value".');
  return { ...known, [field.slice(0, colon).trim()]: field.slice(colon + 1).trim() };
}

function present(connection: ConnectionRecord) {
  const { id, storeId, type, url, allowPrivate, createdAt } = connection;
  return { id, store_id: storeId, type, url, allow_private: allowPrivate, created_at: createdAt };
}

function table(connections: readonly ConnectionRecord[]): string {
  const rows = connections.map(({ type, url, storeId, allowPrivate }) => [
    type,
    url,
    storeId ?? 'all stores',
    allowPrivate ? 'private allowed' : 'public only',
  ]);
  return formatTable(['TYPE', 'URL', 'STORE', 'ADDRESSES'], rows);
}
