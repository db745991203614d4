import type { ChatEvent } from '../../generated/events.ts';
import { validateEvent } from '../../generated/validators.js';

/** Forwards the events of a stream. Throws when one breaks the contract. */
export async function* validateEvents(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent, void> {
  for await (const event of events) {
    if (!validateEvent(event)) {
      throw new Error(`an event breaks the contract: ${JSON.stringify(validateEvent.errors)}`);
    }
    yield event;
  }
}
