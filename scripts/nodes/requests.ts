import { setTimeout as wait } from 'node:timers/promises';
import { bearer } from '../../server/testing/start-test-server.ts';
import type { TestFetch } from '../../server/testing/tls-fetch.ts';
import type { TestShop, TestStore } from '../../server/testing/test-shop.ts';

// The requests that the tests of several nodes send, to the balancer or to one node.

export interface Sender {
  readonly fetch: TestFetch;
}

export function listAgents(sender: Sender, { key }: TestStore): Promise<Response> {
  return sender.fetch('/api/agents', { headers: bearer(key) });
}

export function createAgent(
  sender: Sender,
  { key }: TestStore,
  name: string,
  idempotencyKey?: string,
): Promise<Response> {
  const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 'Help.' };
  const headers = {
    ...bearer(key),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  return sender.fetch('/api/agents', { body: { name, type: 'customer_support', config }, headers });
}

/** The tool of the MCP endpoint that lists agents. */
export function callListAgents(sender: Sender, { key }: TestStore): Promise<Response> {
  const params = { name: 'list_agents', arguments: {} };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return sender.fetch(`/mcp?api_key=${key}`, { body, headers });
}

/** The model's default reply, of some twenty text events. */
export function ask(
  sender: Sender,
  { key, agentId }: TestShop,
  more: { readonly conversation_id?: string; readonly message?: string; readonly stream?: boolean } = {},
  idempotencyKey?: string,
): Promise<Response> {
  const headers = {
    ...bearer(key),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const body = { agent_id: agentId, message: 'What can you do?', ...more };
  return sender.fetch('/api/agents/chat/stream', { body, headers });
}

/** Sends a request again while its response is 503. Throws after 30 s. */
export async function untilAvailable(send: () => Promise<Response>): Promise<Response> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(20)) {
    const response = await send();
    if (response.status !== 503) return response;
    await response.text();
  }
  throw new Error('the service was not available for 30 s');
}

/** How many responses have each status: `{ 200: 40, 429: 80 }`. */
export function countStatuses(responses: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The names of the agents in a list. */
export async function namesOf(response: Response): Promise<string[]> {
  // The shape is the contract's, which other tests check.
  const { agents } = (await response.json()) as { readonly agents: readonly { readonly name: string }[] };
  return agents.map(({ name }) => name);
}
