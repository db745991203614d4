import { isObject, type JsonObject, type Operation } from './protocol.ts';
import type { UcpShop } from './ucp-shop.ts';

/** The profile that requests name; a shop that trusts platforms does not read it. */
export const agentProfileUrl = 'https://agent.example/ucp/profile.json';

/** One HTTP response to a tool call, with its body parsed. */
export interface ToolResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** Sends one `tools/call` over MCP as a raw request. */
export async function callTool(
  shop: UcpShop,
  name: Operation | string,
  catalog: unknown,
  profile: unknown = agentProfileUrl,
): Promise<ToolResponse> {
  const params = { name, arguments: { meta: { 'ucp-agent': { profile } }, catalog } };
  return post(shop.mcpUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
}

/** Sends a body as it is. */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ToolResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'manual',
  });
  const { status, headers: received } = response;
  return { status, headers: received, body: (await response.json()) as JsonObject };
}

/** The UCP response of a tool call. Throws when it failed. */
export async function ask(shop: UcpShop, name: Operation, catalog: unknown): Promise<JsonObject> {
  const { status, body } = await callTool(shop, name, catalog);
  const result = body['result'];
  if (status !== 200 || !isObject(result) || !isObject(result['structuredContent']))
    throw new Error(`${name} failed with ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return result['structuredContent'];
}

/** The products of a response, for reading their fields. */
export function productsOf(response: JsonObject): ShownProduct[] {
  // The tests validate responses against the shapes before they read them.
  return (response['products'] ?? [response['product']]) as ShownProduct[];
}

/** The fields that tests read. */
export interface ShownProduct {
  readonly id: string;
  readonly title: string;
  readonly url?: string;
  readonly media?: readonly { readonly url: string }[];
  readonly price_range: { readonly min: { readonly amount: number; readonly currency: string } };
  readonly options?: readonly {
    name: string;
    values: { label: string; available: boolean; exists: boolean }[];
  }[];
  readonly selected?: readonly { name: string; label: string }[];
  readonly variants: readonly {
    readonly id: string;
    readonly sku: string;
    readonly title: string;
    readonly price: { readonly amount: number; readonly currency: string };
    readonly inputs?: readonly { id: string; match: string }[];
  }[];
}
