import type { Response } from 'express';
import { sendHead } from './answer-fields.ts';

/** A JSON body as it goes over the wire. */
interface Text {
  readonly text: string;
  readonly bytes: number;
}

/** The text of objects that are answered again and again, for as long as they live. */
const texts = new WeakMap<object, Text>();

/** Answers with a JSON body, as Express would, without what its `json` looks up for each answer. */
export function sendJson(response: Response, status: number, body: unknown): void {
  sendText(response, status, textOf(body));
}

/** The same for an object that the next request may get too: it is written as text only once. Never change it. */
export function sendSharedJson(response: Response, status: number, body: object): void {
  let text = texts.get(body);
  if (text === undefined) texts.set(body, (text = textOf(body)));
  sendText(response, status, text);
}

function textOf(body: unknown): Text {
  const text = JSON.stringify(body);
  return { text, bytes: Buffer.byteLength(text) };
}

function sendText(response: Response, status: number, { text, bytes }: Text): void {
  sendHead(response, status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes),
  });
  // A byte for each character: the same bytes as UTF-8, which Node would measure and encode once more.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
