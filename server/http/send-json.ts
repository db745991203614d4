import type { Response } from 'express';

/** The text of objects that are answered again and again, for as long as they live. */
const texts = new WeakMap<object, string>();

/** Answers with a JSON body, as Express would, without what its `json` looks up for each answer. */
export function sendJson(response: Response, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body));
}

/** The same for an object that the next request may get too: it is written as text only once. Never change it. */
export function sendSharedJson(response: Response, status: number, body: object): void {
  const text = texts.get(body) ?? JSON.stringify(body);
  texts.set(body, text);
  sendText(response, status, text);
}

function sendText(response: Response, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
