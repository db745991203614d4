import { expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { notShownBy } from './evidence.ts';
import type { SeenReply } from './reply-texts.ts';

interface Shape {
  readonly message: string;
  readonly reply: string;
  readonly id: string;
  readonly isStreamed?: boolean;
  readonly encoding?: string;
}

function reply({ message, reply: text, id, isStreamed = true, encoding }: Shape): SeenReply {
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const request = { method: 'POST', path: '/api/agents/chat/stream', headers, json: { message } };
  const words = [text.slice(0, 3), text.slice(3)].map((content) => ({ type: 'text', content }));
  return {
    events: [...words, { type: 'text', content: text }, { type: 'end', conversation_id: id }],
    isStreamed,
    durationMs: 1,
    isFollowUp: false,
    exchange: { request } as unknown as Exchange,
  };
}

const clausesOf = (...replies: readonly SeenReply[]) =>
  notShownBy(replies).map(({ requirement }) => requirement);
const plain = { message: 'Hello', reply: 'Good morning', id: 'a' };

it('a stream is not shown where all replies to one kind of client come in one piece', () => {
  expect(clausesOf(reply(plain), reply({ ...plain, id: 'b', isStreamed: false }))).toEqual([]);
  expect(clausesOf(reply({ ...plain, isStreamed: false }))).toEqual(['R-1-02']);
  const compressed = reply({ ...plain, id: 'b', isStreamed: false, encoding: 'gzip' });
  expect(clausesOf(reply(plain), compressed)).toEqual(['R-1-02']);
});

const first = reply({ message: 'I need a jacket', reply: 'Which size?', id: 'c' });

it('a conversation is not shown to go on where no follow-up has a word of a message before', () => {
  expect(clausesOf(first, reply({ message: 'In blue', reply: 'Blue it is', id: 'c' }))).toEqual(['R-4.1-05']);
  expect(clausesOf(first, reply({ message: 'In blue', reply: 'A blue jacket', id: 'c' }))).toEqual([]);
});

it('a word that replies have by themselves shows no memory', () => {
  const other = reply({ message: 'Hello', reply: 'We sell a jacket', id: 'd' });
  const followUp = reply({ message: 'In blue', reply: 'We sell a jacket', id: 'c' });
  expect(clausesOf(first, other, followUp)).toEqual(['R-4.1-05']);
});
