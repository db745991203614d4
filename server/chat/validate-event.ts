import type { ChatEvent } from '../../generated/events.ts';
import { validateChatEvent } from '../../generated/validators.js';

/** Forwards the events of a stream. Throws when one breaks the contract. */
export async function* validateEvents(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent, void> {
  for await (const event of events) {
    if (!validateChatEvent(event)) {
      throw new Error(`an event breaks the contract: ${JSON.stringify(validateChatEvent.errors)}`);
    }
    yield event;
  }
}
