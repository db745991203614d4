import type { Frame, JsonObject, Turn } from './deployment.ts';
import { bytes, isObject } from './replies.ts';

/** Cut between characters, so that no chunk holds half of one. */
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

function hasCatalogue(agent: JsonObject): boolean {
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

/** Text, and tools between it where the agent has the catalogue. */
export function eventsWithConfiguredTools(turn: Turn): JsonObject[] {
  const [first, ...rest] = textEvents(turn);
  const tools = hasCatalogue(turn.agent) ? toolEvents('search_products', turn) : [];
  return [...(first ? [first] : []), ...tools, ...rest, endEvent(turn)];
}

/** Text alone. */
export function eventsWithoutTools(turn: Turn): JsonObject[] {
  return [...textEvents(turn), endEvent(turn)];
}

/** Two tools at once, answered in the other order, with text between. */
export function eventsWithParallelTools(turn: Turn): JsonObject[] {
  const [first, ...rest] = textEvents(turn);
  const [useOfOne, resultOfOne] = toolEvents('search_products', turn);
  const [useOfOther, resultOfOther] = toolEvents('order_status', turn);
  const tools = [useOfOne, useOfOther, ...(first ? [first] : []), resultOfOther, resultOfOne];
  return [...tools.filter((event) => event !== undefined), ...rest, endEvent(turn)];
}

/** The plainest bytes that source 4.1 describes. */
export function encodePlainly(event: JsonObject): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** One frame an event, in order. */
export function framesInOrder(events: readonly JsonObject[], turn: Turn): Frame[] {
  return events.map((event, index) => bytes(turn.call.deployment.encodeEvent(event, index)));
}
