import { expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { validateEvents } from './validate-event.ts';

const text: ChatEvent = { type: 'text', content: 'a' };

it('validation forwards valid events, and for an invalid one throws and stops the source', async () => {
  let isStopped = false;
  async function* source(): AsyncGenerator<ChatEvent, void> {
    try {
      yield text;
      yield { type: 'text', content: 7 } as unknown as ChatEvent;
      yield text;
    } finally {
      isStopped = true;
    }
  }
  const events = validateEvents(source());
  expect(await events.next()).toEqual({ done: false, value: text });
  await expect(events.next()).rejects.toThrow(/breaks the contract.*content/);
  expect(isStopped).toBe(true);
});
