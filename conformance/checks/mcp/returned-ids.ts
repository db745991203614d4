import type { Client, Tool } from '@modelcontextprotocol/client';
import type { CheckContext } from '../../check.ts';
import { isObject } from '../../exchange.ts';

export type ToolResult = Awaited<ReturnType<Client['callTool']>>;

const reads = /^(?:get|read|fetch|show)_(?=\w)/;
const maxIds = 3;

/** The argument of a tool that reads one thing by its id, and nothing else. */
function idArgumentOf({ name, inputSchema: { required = [] } }: Tool): string | undefined {
  const [argument] = required;
  const isAlone = required.length === 1 && argument !== undefined && /^(?:\w+_)?id$/.test(argument);
  return isAlone && reads.test(name) ? argument : undefined;
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
    const argument = idArgumentOf(tool);
    if (argument === undefined) return [];
    const list = `${tool.name.replace(reads, '')}s`;
    return [...results].flatMap(([source, result]) =>
      idsIn(valueOf(result), list).map((id) => ({ name: tool.name, argument, id, source })),
    );
  });
  for (const { name, argument, id, source } of calls.slice(0, maxIds)) {
    const problem = await client.callTool({ name, arguments: { [argument]: id } }).then(
      ({ isError, content }) => (isError === true ? JSON.stringify(content) : undefined),
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
