import {
  invalidParams,
  isObject,
  isOperation,
  type JsonObject,
  type Operation,
  TransportError,
} from './protocol.ts';
import { requestShapes, responseShapes } from './shapes.ts';

/** Runs a tool: the operation, its payload, and the platform's profile. */
export type RunTool = (operation: Operation, payload: unknown, profileUrl: unknown) => Promise<JsonObject>;

export interface RpcResponse {
  readonly status: number;
  /** Undefined for a notification, which has no response. */
  readonly body?: JsonObject;
}

const mcpVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];
const descriptions: Readonly<Record<Operation, string>> = {
  search_catalog: 'Search for products.',
  lookup_catalog: 'Look up products or variants by identifier.',
  get_product: 'Get the full detail of a product.',
};

/** Responds to one JSON-RPC message over Streamable HTTP, stateless: without sessions and streams. */
export async function respondToRpc(text: string, runTool: RunTool): Promise<RpcResponse> {
  let id: unknown = null;
  try {
    const message = parseMessage(text);
    if (!('id' in message)) return { status: 202 };
    ({ id } = message);
    const result = await runMethod(message, runTool);
    return { status: 200, body: { jsonrpc: '2.0', id, result } };
  } catch (error) {
    const failure =
      error instanceof TransportError ? error : new TransportError(500, -32603, 'Internal error');
    return { status: failure.status, body: rpcError(id, failure) };
  }
}

/** A JSON-RPC error. */
export function rpcError(id: unknown, { rpcCode, message, data }: TransportError): JsonObject {
  return { jsonrpc: '2.0', id, error: { code: rpcCode, message, ...(data === undefined ? {} : { data }) } };
}

function parseMessage(text: string): JsonObject {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new TransportError(400, -32700, 'Parse error');
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string')
    throw new TransportError(400, -32600, 'Invalid Request');
  return message;
}

async function runMethod({ method, params }: JsonObject, runTool: RunTool): Promise<JsonObject> {
  const parameters = isObject(params) ? params : {};
  if (method === 'initialize') return initialize(parameters);
  if (method === 'ping') return {};
  if (method === 'tools/list') return { tools: tools() };
  if (method !== 'tools/call') throw new TransportError(404, -32601, `Method not found: ${String(method)}`);
  const { name } = parameters;
  if (!isOperation(name)) throw invalidParams('unknown_tool', `Unknown tool: ${String(name)}`);
  const input = isObject(parameters['arguments']) ? parameters['arguments'] : {};
  const meta = isObject(input['meta']) ? input['meta'] : {};
  const agent = isObject(meta['ucp-agent']) ? meta['ucp-agent'] : {};
  const structuredContent = await runTool(name, input['catalog'], agent['profile']);
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
}

function initialize({ protocolVersion }: JsonObject): JsonObject {
  return {
    protocolVersion: mcpVersions.find((version) => version === protocolVersion) ?? mcpVersions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'meadow-mill', version: '1.0.0' },
  };
}

function tools(): JsonObject[] {
  return Object.keys(descriptions)
    .filter(isOperation)
    .map((name) => ({
      name,
      description: descriptions[name],
      inputSchema: {
        type: 'object',
        required: ['meta', 'catalog'],
        properties: {
          meta: {
            type: 'object',
            required: ['ucp-agent'],
            properties: {
              'ucp-agent': {
                type: 'object',
                required: ['profile'],
                properties: { profile: { type: 'string', format: 'uri' } },
              },
            },
          },
          catalog: withoutDefs(requestShapes[name]),
        },
        $defs: defsOf(requestShapes[name]),
      },
      outputSchema: responseShapes[name],
    }));
}

/** References are relative to the whole schema, so the definitions move to its root. */
function withoutDefs(shape: object): object {
  const { $defs: _, ...rest } = shape as JsonObject;
  return rest;
}

function defsOf(shape: object): unknown {
  return (shape as JsonObject)['$defs'] ?? {};
}
