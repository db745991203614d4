import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../exchange.ts';
import { verifyMemory } from './reply-memory.ts';

const messages = ['I am looking for a rain jacket.', 'In blue, please.', 'Which one is the lightest?'];

/** Ten conversations of three messages, with the reply to each message. */
function repliesOf(write: (message: string, earlier: readonly string[], index: number) => string) {
  return Array.from({ length: 10 }, (_, conversation) =>
    messages.map((message, at) => {
      const text = write(message, messages.slice(0, at), 3 * conversation + at);
      const seen = { events: [], lateShare: 0, durationMs: 1, exchange: {} as Exchange, isFollowUp: at > 0 };
      return { seen, texts: [text], text, agent: 'a', message, conversation };
    }),
  ).flat();
}

const findingsOf = (...written: Parameters<typeof repliesOf>): number =>
  verifyMemory(repliesOf(...written)).length;

describe('R-4.1-05 what agents repeat of a conversation', () => {
  it('is missing where each second message is of a replica that has nothing before it', () =>
    expect(findingsOf((message, earlier, index) => `${message} ${index % 2 ? earlier.join(' ') : ''}`)).toBe(
      1,
    ));

  it.each([
    ['all of it', (message, earlier) => [message, ...earlier].join(' ')],
    ['the message alone', (message) => message],
    ['the message before', (message, earlier) => `${message} ${earlier.at(-1)}`],
    [
      'some of it, at times',
      (message, earlier, index) => (index % 7 ? message : [message, ...earlier].join(' ')),
    ],
    ['it where the message is not', (message, earlier, index) => (index % 2 ? message : earlier.join(' '))],
    [
      'it but in two replies',
      (message, earlier, index) => (index < 3 ? message : [message, ...earlier].join(' ')),
    ],
  ] satisfies [string, Parameters<typeof repliesOf>[0]][])('may be %s', (_, write) =>
    expect(findingsOf(write)).toBe(0),
  );
});
