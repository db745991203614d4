import { unexpected } from '../../model/verify-error.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Untested, type Check, type CheckContext } from '../../check.ts';
import {
  firstMcpId,
  verifyMcpId,
  mcpNotOffered,
  mcpUrlWith,
  sendMcpInitialize,
  sendMcpRequest,
} from '../mcp/mcp-requests.ts';
import { nearId } from '../near-miss/near-ids.ts';
import { createMarkedAgent, reportMarker, type MarkedAgent } from './strangers.ts';

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Tool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

const maxCalls = 6;
const changes = /create|add|delete|remove|update|set|edit|send|write|save/i;

function readsOf({ name, inputSchema, annotations }: Tool): readonly ToolCall[] {
  const isRead = annotations?.readOnlyHint ?? !changes.test(name);
  return isRead && (inputSchema.required ?? []).length === 0 ? [{ name, arguments: {} }] : [];
}

/** Whether a tool takes the id of an agent or a chatbot, and a message at most; the names are those of source 4. */
function idNameOf({ inputSchema: { required = [] } }: Tool): string | undefined {
  const names = required.filter((one) => one !== 'message');
  return names.length === 1 && /^(agent|chatbot)_id$/.test(names[0] ?? '') ? names[0] : undefined;
}

/** Verifies that a foreign id is to a tool what an unknown one is. */
async function verifyForeignId(
  context: CheckContext,
  call: (one: ToolCall) => Promise<{ readonly isError: boolean }>,
  tool: Tool,
  agent: MarkedAgent,
): Promise<void> {
  const name = idNameOf(tool);
  const id = name === 'agent_id' ? agent.id : context.target.stores.main.chatbotId;
  if (name === undefined || id === undefined) return;
  const withId = (value: string): ToolCall => ({
    name: tool.name,
    arguments: { [name]: value, ...(tool.inputSchema.required?.includes('message') && { message: 'Hello' }) },
  });
  if ((await call(withId(id))).isError || !(await call(withId(nearId(id)))).isError) return;
  const expected = ['mcp-foreign-id-fails', tool.name, name] as const;
  context.report({ requirement: 'R-5-14', expected, actual: 'it succeeds' });
}

async function verifyTools(context: CheckContext, client: Client, agent: MarkedAgent): Promise<void> {
  const call = async (one: ToolCall): Promise<{ readonly isError: boolean }> => {
    const result = await client.callTool({ ...one, arguments: { ...one.arguments } });
    if (JSON.stringify(result).includes(agent.marker)) {
      const actual = `the word ${agent.marker} of its name and system prompt`;
      context.report({ requirement: 'R-5-14', expected: ['mcp-no-foreign-text', one.name], actual });
    }
    return { isError: result.isError === true };
  };
  const { tools } = await client.listTools();
  for (const one of tools.flatMap(readsOf).slice(0, maxCalls)) await call(one);
  for (const tool of tools.filter((one) => idNameOf(one) !== undefined).slice(0, 2))
    await verifyForeignId(context, call, tool, agent);
}

/** The key of a request counts, not the session that another store began. */
async function verifyForeignSession(context: CheckContext, agent: MarkedAgent): Promise<void> {
  const { target } = context;
  const url = mcpUrlWith(target, target.stores.main.key);
  const begun = await sendMcpInitialize(context, url, { type: 'none' }, { id: firstMcpId });
  if (verifyMcpId(begun, firstMcpId).length > 0)
    throw new Untested('a client would wait for a response with the id of its request');
  const session = begun.headers['mcp-session-id'];
  if (session === undefined) return;
  const other = mcpUrlWith(target, target.stores.second?.key);
  const exchange = await sendMcpRequest(context, other, 'tools/call', { 'mcp-session-id': session });
  reportMarker(context, exchange, agent);
}

/** Every store's key connects, as it is a key of the API. */
async function verifySecondKey(context: CheckContext): Promise<void> {
  const { main, second } = context.target.stores;
  const [own, other] = await Promise.all(
    [main, second].map((store) => sendMcpInitialize(context, mcpUrlWith(context.target, store?.key))),
  );
  if (own === undefined || other === undefined) return;
  if (own.status >= 300 || (other.status !== 401 && other.status !== 403)) return;
  context.report(unexpected('R-5-05', 'mcp-key-of-each-store', other));
}

/** Calls with the keys of both stores at once: each has the result of its own. */
async function verifyAtOnce(context: CheckContext, agent: MarkedAgent): Promise<void> {
  const { main, second } = context.target.stores;
  const call = (key: string | undefined) =>
    sendMcpRequest(context, mcpUrlWith(context.target, key), 'tools/call');
  const alone = await call(main.key);
  const [own, one, again, other] = await Promise.all(
    [main, second, main, second].map((store) => call(store?.key)),
  );
  for (const exchange of [one, other]) if (exchange !== undefined) reportMarker(context, exchange, agent);
  if (!alone.text.includes(agent.marker)) return;
  // Which store the results are of depends on the call that comes last.
  const foreign = [own, again].find(
    (exchange) => exchange?.status === 200 && !exchange.text.includes(agent.marker),
  );
  const expected = 'mcp-result-of-own-store';
  const actual = `no ${agent.marker}, which the same call alone returns`;
  if (foreign !== undefined) context.report({ requirement: 'R-5-14', expected, actual }, foreign);
}

/** Source 4.6 and 5.9: the endpoint takes the same key, which gives access to its store alone. */
export const mcpToolsAreIsolated: Check = {
  id: 'tenancy/mcp-tools',
  title: 'No tool of the MCP endpoint shows or reaches what belongs to another store',
  requirements: ['R-5-14', 'R-5-05'],
  profile: 'full',
  needs: ['second-store'],
  notOffered: mcpNotOffered,
  run: async (context) => {
    const { target } = context;
    const agent = await createMarkedAgent(context);
    await verifySecondKey(context);
    await verifyForeignSession(context, agent);
    await verifyAtOnce(context, agent);
    const url = mcpUrlWith(target, target.stores.second?.key);
    const transport = new StreamableHTTPClientTransport(url, { fetch: context.client.fetch });
    const client = new Client({ name: 'agent-conformance', version: '1' });
    try {
      await client.connect(transport);
      await verifyTools(context, client, agent);
    } catch (error) {
      // Whether a client can connect, and how a tool fails, is the matter of other checks.
      const reason = error instanceof Error ? error.message : String(error);
      throw new Untested(`the tools could not be called with the second key: ${reason.slice(0, 120)}`, {
        cause: error,
      });
    } finally {
      await client.close();
    }
  },
};
