import type { ChatEvent } from '../../generated/events.ts';
import type { Reply } from '../chat/reply.ts';

/** Runs a reply to its end and answers all of its events. */
export async function eventsOf({ run }: Reply): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  await run((event) => events.push(event) > 0);
  return events;
}
