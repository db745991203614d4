import { type Finding, Untested, type CheckContext } from '../../check.ts';
import {
  isObject,
  parseJson,
  type Exchange,
  BudgetSpent,
  NoResponse,
  type ApiRequest,
  type Credential,
  type Target,
} from '../../exchange.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RequirementId } from '../../../generated/requirements.ts';
import { callTools, verifyTools } from './listed-tools.ts';

/** The id of a JSON-RPC request: any text or integer that its client chooses. */
export type McpId = string | number;

/** The id of a client's first request. */
export const firstMcpId = 0;

type Message = Readonly<Record<string, unknown>>;

/** The messages of a response: of a JSON body, alone or in an array, or of the data of its events. */
function messagesOf({ headers, json, text }: Exchange): readonly Message[] {
  if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) return [json].flat().filter(isObject);
  return text
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data).join('\n'))
    .flatMap(parseJson)
    .filter(isObject);
}

/** A request or a notification of the server has a method, and an id of its own. */
const isResponse = (message: Message): boolean =>
  message['method'] === undefined && ('result' in message || 'error' in message);

/** JSON-RPC 2.0, 5: an error has the id null where the id could not be read, such as of a type that is not known. */
const isWithoutId = (message: Message): boolean => 'error' in message && (message['id'] ?? null) === null;

/** How many tools a response lists; 0 for an error. */
export function toolCount(exchange: Exchange): number {
  const lists = exchange.status < 300 ? messagesOf(exchange).map(({ result }) => result) : [];
  return lists
    .filter(isObject)
    .flatMap(({ tools }) => tools)
    .filter(isObject).length;
}

/** JSON-RPC 2.0, 5: a response has the id of its request, of the same type, or its client waits in vain. */
export function verifyMcpId(exchange: Exchange, id: McpId): readonly Finding[] {
  if (exchange.status >= 300) return [];
  const responses = messagesOf(exchange).filter((one) => isResponse(one) && !isWithoutId(one));
  const other = responses.find((one) => one['id'] !== id);
  if (other === undefined) return [];
  const actual = 'id' in other ? `the id ${JSON.stringify(other['id'])}` : 'no id';
  return [{ requirement: 'R-4.6-04', expected: ['mcp-response-id', JSON.stringify(id)], actual, exchange }];
}

const clientInfo = { name: 'agent-conformance', version: '1' };

/** Why a target offers no MCP, for `notOffered`; undefined when it does. */
export function mcpNotOffered({ mcpUrl }: Target): string | undefined {
  return mcpUrl === undefined ? 'the MCP endpoint is not offered (--mcp-url none)' : undefined;
}

/** The address of the MCP endpoint with a key in its query. Source 5.5. */
export function mcpUrlWith({ mcpUrl }: Target, key: string | undefined): URL {
  if (mcpUrl === undefined) throw new Untested('this deployment offers no MCP endpoint');
  const url = new URL(mcpUrl);
  if (key !== undefined) url.searchParams.set('api_key', key);
  return url;
}

const mcpHeaders = { accept: 'application/json, text/event-stream' };

/** What a client of MCP may do in another way. */
interface McpClient {
  readonly accept?: string;
  readonly contentType?: string;
  readonly protocolVersion?: string;
  readonly id?: McpId;
  readonly raw?: boolean;
}

/** Sends a JSON-RPC request, and verifies that its response is one to its id. */
async function sendWithId(
  { client, report }: CheckContext,
  request: ApiRequest,
  { id, ...message }: { readonly id: McpId; readonly method: string; readonly params: object },
): Promise<Exchange> {
  const exchange = await client.send({ ...request, json: { jsonrpc: '2.0', id, ...message } });
  report(verifyMcpId(exchange, id));
  return exchange;
}

/** Sends one MCP initialize request; the key is in the URL, in the header of a credential, or absent. */
export function sendMcpInitialize(
  context: CheckContext,
  url: URL,
  credential: Credential = { type: 'none' },
  {
    accept = mcpHeaders.accept,
    contentType = 'application/json',
    protocolVersion = '2025-06-18',
    id = 1,
    raw = false,
  }: McpClient = {},
): Promise<Exchange> {
  const params = { protocolVersion, capabilities: {}, clientInfo };
  const request = {
    method: 'POST',
    path: url.href,
    credential,
    headers: { accept, 'content-type': contentType },
    raw,
  };
  return sendWithId(context, request, { id, method: 'initialize', params });
}

/** Sends one MCP request that clients send after initialize, without a key in a header; in a session where `further` names one. */
export function sendMcpRequest(
  context: CheckContext,
  url: URL,
  method: string,
  further: Readonly<Record<string, string>> = {},
  id: McpId = 2,
): Promise<Exchange> {
  const params = method === 'tools/call' ? { name: 'list_agents', arguments: {} } : {};
  const headers = { ...mcpHeaders, 'mcp-protocol-version': '2025-06-18', ...further };
  const request = { method: 'POST', path: url.href, credential: { type: 'none' }, headers } as const;
  return sendWithId(context, request, { id, method, params });
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}

/** The clauses that a failed connection violates, by its error. */
function violatedClauses(problem: string): readonly RequirementId[] {
  if (/\b40[13]\b|unauthori[sz]ed/i.test(problem)) return ['R-4.6-02', 'R-1-06', 'R-5-05'];
  return [/\b404\b|not found/i.test(problem) ? 'R-4.6-01' : 'R-1-05'];
}

// The client of MCP must not give up while the suite waits for a rate limit.
const maxWaitMs = 320_000;

/** Throws an error by which the suite ends a check: it, or a fault of the connection, is no response of the target. */
function rethrowOwn(error: unknown): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const own = [Untested, BudgetSpent, NoResponse];
  for (const one of [error, cause]) if (own.some((type) => one instanceof type)) throw one;
}

/** Connects as an MCP client and returns the names of the tools; reports the step that failed. May call some. */
export async function listTools(
  context: CheckContext,
  url: URL,
  options: { readonly calls?: true } = {},
): Promise<readonly string[]> {
  const transport = new StreamableHTTPClientTransport(url, { fetch: context.client.fetch });
  const client = new Client(clientInfo);
  const timeout = context.target.idleTimeoutMs + maxWaitMs;
  try {
    await client.connect(transport, { timeout });
  } catch (error) {
    rethrowOwn(error);
    const actual = messageOf(error);
    const expected = 'mcp-client-connects';
    context.report(violatedClauses(actual).map((requirement) => ({ requirement, expected, actual })));
    return [];
  }
  try {
    const { tools } = await client.listTools(undefined, { timeout });
    context.report(verifyTools(tools));
    if (options.calls === true && !context.target.readOnly)
      await callTools(context, client, tools, rethrowOwn);
    return tools.map((tool) => tool.name);
  } catch (error) {
    rethrowOwn(error);
    context.report({ requirement: 'R-4.6-04', expected: 'mcp-lists-tools', actual: messageOf(error) });
    return [];
  } finally {
    await client.close();
  }
}
