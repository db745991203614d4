import { ProtocolError, SdkError, SdkErrorCode, type Client, type Tool } from '@modelcontextprotocol/client';
import type { CheckContext, Finding } from '../../check.ts';
import { isObject } from '../../exchange.ts';
import { callWithReturnedIds, ucpArguments, type ToolResult } from './returned-ids.ts';

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
    if (isRepeated)
      return [{ requirement, expected: 'a name of its own for each tool', actual: `${name} again` }];
    if (type === undefined) return [];
    const expected = `the inputSchema of the tool ${name} in types of JSON Schema`;
    return [{ requirement, expected, actual: `type ${JSON.stringify(type)}` }];
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
    const expected = `a result of the tool ${name}, which is listed, as clients read it`;
    if (unusable !== undefined) report({ requirement: 'R-1-05', expected, actual: unusable.slice(0, 200) });
  }
  if (failed.length > 0 && failed.length === Math.min(callable.length, maxCalls))
    warn(`every MCP tool call fails: ${failed.join(', ')}`);
  await callWithReturnedIds(context, client, { tools, results }, rethrow);
}
