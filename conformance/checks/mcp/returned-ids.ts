import type { Client, Tool } from '@modelcontextprotocol/client';
import type { CheckContext } from '../../check.ts';
import { isObject } from '../../exchange.ts';

export type ToolResult = Awaited<ReturnType<Client['callTool']>>;

const reads = /^(?:get|read|fetch|show)_(?=\w)/;
const maxIds = 3;

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments in the Universal Commerce Protocol, where a tool takes those. */
export function ucpArguments(
  { inputSchema: { required = [] } }: Tool,
  catalog: object,
): Arguments | undefined {
  const isUcp = required.length === 2 && required.includes('meta') && required.includes('catalog');
  return isUcp ? { meta: { 'ucp-agent': { profile: 'https://agent.example/ucp' } }, catalog } : undefined;
}

/** The arguments of a tool that reads one thing by its id, and nothing else. */
function argumentsFor(tool: Tool, id: unknown): Arguments | undefined {
  if (!reads.test(tool.name)) return undefined;
  const { required = [] } = tool.inputSchema;
  const [argument = ''] = required;
  const isAlone = required.length === 1 && /^(?:\w+_)?id$/.test(argument);
  return isAlone ? { [argument]: id } : ucpArguments(tool, { id });
}

function valueOf({ structuredContent, content }: ToolResult): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const [first] = content;
  try {
    return first?.type === 'text' ? JSON.parse(first.text) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a result is an error: of the tool, or in the Universal Commerce Protocol. */
function hasFailed(result: ToolResult): boolean {
  const value = valueOf(result);
  const ucp = isObject(value) ? value['ucp'] : undefined;
  return result.isError === true || (isObject(ucp) && ucp['status'] === 'error');
}

/** The ids of what a value lists under this name, such as `products`. */
function idsIn(value: unknown, list: string): unknown[] {
  if (!isObject(value)) return [];
  const own = value[list];
  if (!Array.isArray(own)) return Object.values(value).flatMap((part) => idsIn(part, list));
  return own.flatMap((entry) => (isObject(entry) && entry['id'] !== undefined ? [entry['id']] : []));
}

/**
 * Calls tools such as `get_product` with ids that other tools have returned under `products`. Warns where one fails, or its
 * result does not match its output schema: which tools there are is open (decision 0020). `results` has those of other
 * tools by name; `rethrow` throws what is no response of the target.
 */
export async function callWithReturnedIds(
  { warn }: Pick<CheckContext, 'warn'>,
  client: Pick<Client, 'callTool'>,
  { tools, results }: { readonly tools: readonly Tool[]; readonly results: ReadonlyMap<string, ToolResult> },
  rethrow: (error: unknown) => void,
): Promise<void> {
  const calls = tools.flatMap((tool) => {
    const list = `${tool.name.replace(reads, '')}s`;
    return [...results].flatMap(([source, result]) =>
      idsIn(valueOf(result), list).flatMap((id) => {
        const input = argumentsFor(tool, id);
        return input === undefined ? [] : [{ name: tool.name, input, id, source }];
      }),
    );
  });
  for (const { name, input, id, source } of calls.slice(0, maxIds)) {
    const problem = await client.callTool({ name, arguments: { ...input } }).then(
      (result) => (hasFailed(result) ? JSON.stringify(result.content) : undefined),
      (error: unknown) => {
        rethrow(error);
        return String(error);
      },
    );
    if (problem === undefined) continue;
    warn(
      `the MCP tool ${name} fails for the id ${JSON.stringify(id)}, which ${source} returned: ${problem.slice(0, 160)}`,
    );
    return;
  }
}
