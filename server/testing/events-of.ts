import type { ChatEvent } from '../../generated/events.ts';
import type { Reply } from '../chat/reply.ts';

/** Runs a reply to its end and returns all of its events. */
export async function eventsOf(reply: Reply): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of reply.events) events.push(event);
  return events;
}
