import { invalidParams, type JsonObject, type Operation, TransportError } from './protocol.ts';
import type { RpcResponse, RunTool } from './mcp-endpoint.ts';

export const restOperations: Readonly<Record<string, Operation>> = {
  '/catalog/search': 'search_catalog',
  '/catalog/lookup': 'lookup_catalog',
  '/catalog/product': 'get_product',
};

/** Responds to `POST /catalog/…`: the body is the payload, and the `UCP-Agent` header names the profile. */
export async function respondToRest(
  operation: Operation,
  body: string,
  agentHeader: string | undefined,
  runTool: RunTool,
): Promise<RpcResponse> {
  try {
    const profileUrl = /(?:^|,)\s*profile="(?<url>[^"]*)"/u.exec(agentHeader ?? '')?.groups?.['url'];
    return { status: 200, body: await runTool(operation, parse(body), profileUrl) };
  } catch (error) {
    const failure =
      error instanceof TransportError ? error : new TransportError(500, -32603, 'Internal error');
    return { status: failure.status, body: restError(failure) };
  }
}

/** A transport error's body over REST. */
export function restError({ message, data }: TransportError): JsonObject {
  return data ?? { code: 'error', content: message };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidParams('invalid_json', 'The body is not JSON.');
  }
}
