import type { ChatEvent } from '../../generated/events.ts';
import { validateChatEvent } from '../../generated/validators.js';
import { createSseDecoder } from './sse-decoder.ts';

/** The events of a response as they come. Throws for an event that breaks the contract, and for ids out of order. */
export async function* readEvents(response: Response): AsyncGenerator<ChatEvent, void> {
  const decoder = createSseDecoder();
  let next = 0;
  for await (const bytes of response.body ?? []) {
    for (const { id, data } of decoder.push(bytes)) {
      const event: unknown = JSON.parse(data);
      if (!validateChatEvent(event)) throw new Error(`not an event of the contract: ${data}`);
      if (id !== String(next++)) throw new Error(`event ${next - 1} has the id ${id}`);
      yield event;
    }
  }
}

/** All events of a response, to its end. */
export function allEvents(response: Response): Promise<ChatEvent[]> {
  return eventsOf({ events: readEvents(response) });
}

/** Runs a reply to its end and returns all of its events. */
export async function eventsOf(reply: { readonly events: AsyncIterable<ChatEvent> }): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of reply.events) events.push(event);
  return events;
}

/** The reply that the text events form (source 6). */
export function replyOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.content : '')).join('');
}
