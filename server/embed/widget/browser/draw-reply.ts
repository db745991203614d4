import type { Phrases } from './phrases.ts';
import { productsOf } from './product-cards.ts';
import type { ReplyEvent } from './thread.ts';
import type { LiveReply } from './transcript.ts';
import { activityOf } from './words.ts';

/** Draws a reply as it arrives. Answers what it failed with, undefined for a reply that came to its end. */
export async function drawReply(
  events: AsyncIterable<ReplyEvent>,
  reply: LiveReply,
  phrases: Phrases,
): Promise<unknown> {
  try {
    for await (const event of events) draw(event, reply, phrases);
    return undefined;
  } catch (error) {
    return error;
  }
}

function draw(event: ReplyEvent, reply: LiveReply, phrases: Phrases): void {
  if (event.type === 'text') {
    reply.activity(undefined);
    reply.append(event.content);
  } else if (event.type === 'tool_use') {
    reply.activity(activityOf(event.tool, phrases));
  } else if (event.type === 'tool_result') {
    reply.products(productsOf(event));
  }
}
