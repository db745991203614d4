import type { Frame, JsonObject, Turn } from './deployment.ts';
import { bytes, isObject } from './responses.ts';

/** Splits between code points, so that no chunk holds half a surrogate pair. */
function chunksOf(text: string): string[] {
  const characters = [...text];
  const size = Math.max(16, Math.ceil(characters.length / 4));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}

function wholeReply({ conversation, message }: Turn): string {
  const earlier = conversation.messages.map((text) => `Before that you wrote: ${text}. `).join('');
  return `Hello 👋 you wrote: ${message}. ${earlier}¿Algo más? 👍`;
}

function textEvents(turn: Turn): JsonObject[] {
  return chunksOf(wholeReply(turn)).map((content) => ({ type: 'text', content }));
}

function toolEvents(tool: string, turn: Turn): JsonObject[] {
  return [
    { type: 'tool_use', tool, input: { query: turn.message.slice(0, 20) } },
    { type: 'tool_result', tool, output: { products: [{ name: 'Rain shoe', price: 59 }] } },
  ];
}

function hasCatalog(agent: JsonObject): boolean {
  const config = agent['config'];
  const capabilities = isObject(config) ? config['mcp_capabilities'] : undefined;
  return (
    Array.isArray(capabilities) &&
    capabilities.some(
      (item) => isObject(item) && item['enabled'] === true && /catalog/.test(String(item['type'])),
    )
  );
}

function endEvent(turn: Turn): JsonObject {
  return { type: 'end', conversation_id: turn.conversation.id };
}

/** Text, with a tool call in between if the agent has the catalog capability. */
export function eventsWithConfiguredTools(turn: Turn): JsonObject[] {
  const [first, ...rest] = textEvents(turn);
  const tools = hasCatalog(turn.agent) ? toolEvents('search_products', turn) : [];
  return [...(first ? [first] : []), ...tools, ...rest, endEvent(turn)];
}

export function eventsWithoutTools(turn: Turn): JsonObject[] {
  return [...textEvents(turn), endEvent(turn)];
}

/** Two parallel tool calls with results in reverse order, and text in between. */
export function eventsWithParallelTools(turn: Turn): JsonObject[] {
  const [first, ...rest] = textEvents(turn);
  const [useA, resultA] = toolEvents('search_products', turn);
  const [useB, resultB] = toolEvents('order_status', turn);
  const tools = [useA, useB, ...(first ? [first] : []), resultB, resultA];
  return [...tools.filter((event) => event !== undefined), ...rest, endEvent(turn)];
}

/** The SSE form of source 4.1. */
export function encodeAsData(event: JsonObject): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** One frame per event, in order. */
export function framesInOrder(events: readonly JsonObject[], turn: Turn): Frame[] {
  return events.map((event, index) => bytes(turn.call.deployment.encodeEvent(event, index)));
}
