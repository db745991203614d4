import { ProtocolError, SdkError, SdkErrorCode, type Client, type Tool } from '@modelcontextprotocol/client';
import type { CheckContext, Finding } from '../../check.ts';
import { isObject, parseJson } from '../../exchange.ts';

const jsonTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The first type in a schema that JSON Schema does not have, in any of its drafts since the fourth. */
function unknownTypeIn(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { type, properties, items, anyOf, oneOf, allOf } = schema;
  const other = [type].flat().find((one) => one !== undefined && !jsonTypes.includes(one));
  const parts = [...Object.values(isObject(properties) ? properties : {}), items, anyOf, oneOf, allOf];
  return (
    other ??
    parts
      .flat()
      .map(unknownTypeIn)
      .find((one) => one !== undefined)
  );
}

/** Models and their vendors reject two tools of one name, and a tool whose input no schema describes. */
export function verifyTools(tools: readonly Tool[]): readonly Finding[] {
  return tools.flatMap(({ name, inputSchema }, at): readonly Finding[] => {
    const isRepeated = tools.findIndex((one) => one.name === name) !== at;
    const type = unknownTypeIn(inputSchema);
    const requirement = 'R-4.6-04';
    if (isRepeated) return [{ requirement, expected: 'mcp-tool-names-differ', actual: `${name} again` }];
    if (type === undefined) return [];
    return [{ requirement, expected: ['mcp-input-schema', name], actual: `type ${JSON.stringify(type)}` }];
  });
}

/** Whether a text says that a tool does not exist, such as `Tool list_agents not found`. */
function isUnknown(name: string, text: string): boolean {
  const [before = '', after = ''] = text.replaceAll(/[\\"'`]/g, '').split(name);
  return (
    /(?:unknown tool|tool not found):? ?$/i.test(before) ||
    (/\btool:? ?$/i.test(before) && /^ (?:was )?(?:not found|does not exist)/i.test(after))
  );
}

/** Why a client cannot use the result of a call; undefined for any other error, as how a tool fails is open (decision 0020). */
function whyUnusable(name: string, error: unknown): string | undefined {
  if (error instanceof SdkError) return error.code === SdkErrorCode.InvalidResult ? error.message : undefined;
  if (!(error instanceof ProtocolError)) return undefined;
  const isUnusable =
    isUnknown(name, error.message) ||
    // Of the client, which validates results.
    /has an output schema but did not return|structured content/i.test(error.message);
  return isUnusable ? error.message : undefined;
}

const maxCalls = 3;

/**
 * Calls tools that read and need no argument, or only what a catalogue's protocol asks: each is known, and its result one that a client can read. Warns where all
 * of them fail. Then calls others with the ids that they returned. `rethrow` throws what is no response of the target.
 */
export async function callTools(
  context: CheckContext,
  client: Client,
  tools: readonly Tool[],
  rethrow: (error: unknown) => void,
): Promise<void> {
  const { report, warn } = context;
  const results = new Map<string, ToolResult>();
  const callable = tools.flatMap((tool) => {
    const { name, inputSchema } = tool;
    if (!/^(?:list|get|search)/.test(name)) return [];
    if (!inputSchema.required?.length) return [{ name, input: {} }];
    const input = name.startsWith('get') ? undefined : ucpArguments(tool, { filters: { price: { min: 0 } } });
    return input === undefined ? [] : [{ name, input }];
  });
  const failed: string[] = [];
  for (const { name, input } of callable.slice(0, maxCalls)) {
    let unusable: string | undefined;
    try {
      const result = await client.callTool({ name, arguments: { ...input } });
      const { isError, content } = result;
      if (isError !== true) results.set(name, result);
      const text = JSON.stringify(content);
      if (isError === true) failed.push(name);
      if (isError === true && isUnknown(name, text)) unusable = text;
    } catch (error) {
      rethrow(error);
      failed.push(name);
      unusable = whyUnusable(name, error);
    }
    const expected = ['mcp-tool-result', name] as const;
    if (unusable !== undefined) report({ requirement: 'R-1-05', expected, actual: unusable.slice(0, 200) });
  }
  if (failed.length > 0 && failed.length === Math.min(callable.length, maxCalls))
    warn(`every MCP tool call fails: ${failed.join(', ')}`);
  await callWithReturnedIds(context, client, { tools, results }, rethrow);
}

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
  return first?.type === 'text' ? parseJson(first.text) : undefined;
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
