import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { verifyReplyTexts } from './reply-texts.ts';

const messages = [
  'Größe 42, in "blue"?\nOr in red?',
  'Two\nlines, café',
  'A tab\tand\n\na blank line in Köln',
  'Hello',
];

/** The findings about the replies to several messages. */
function findingsOf(write: (message: string) => readonly string[]): readonly string[] {
  const sent = messages.flatMap((message) => [
    message,
    `${message} Is that in stock?`,
    `${message} Thank you.`,
  ]);
  const replies = sent.map((message, conversation) => {
    const seen = { events: [], isStreamed: true, durationMs: 1, exchange: {} as Exchange, isFollowUp: false };
    const texts = write(message);
    return { seen, texts, text: texts.join(''), agent: 'a', message, conversation };
  });
  return verifyReplyTexts(replies).map(({ requirement }) => requirement);
}

const words = (message: string): readonly string[] => `You wrote: ${message}. Right?`.split(/(?<= )/);
const onWords = (change: (word: string) => string) => (message: string) => words(message).map(change);

describe('R-6-07 the form of texts', () => {
  it.each([
    ['encoded twice', onWords((word) => JSON.stringify(word))],
    ['events of a vendor', onWords((word) => `data: ${JSON.stringify({ word })}`)],
    ['printed objects', () => ['[object Object],[object Object]']],
    ['escaped by hand', onWords((word) => JSON.stringify(word).slice(1, -1))],
    ['without line ends', onWords((word) => word.replaceAll('\n', ''))],
    [
      'in escapes of ASCII',
      onWords((word) => word.replaceAll('ö', String.raw`\u00f6`).replaceAll('é', '&#233;')),
    ],
  ] satisfies [string, (message: string) => readonly string[]][])('is not %s', (_, write) =>
    expect(findingsOf(write)).toEqual(['R-6-07']),
  );

  it.each([
    ['plain', words],
    ['one JSON string, as an agent may quote', (message) => [JSON.stringify(message)]],
    ['a message shown as JSON', (message) => [`You wrote ${JSON.stringify(message)}.`]],
    ['a message in one line', (message) => [`You wrote: ${message.replaceAll(/\s+/g, ' ')}`]],
  ] satisfies [string, (message: string) => readonly string[]][])('may be %s', (_, write) =>
    expect(findingsOf(write)).toEqual([]),
  );
});
