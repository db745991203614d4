import type { RequestHandler, Response } from 'express';
import { contextOf } from './request-context.ts';

/** Header fields of an answer by name. A name is written in the same case everywhere: nobody else makes them equal. */
export type Fields = Readonly<Record<string, string>>;

/**
 * Adds header fields to the answer; a field that is already there gets the new value. The API collects them and hands
 * them to Node at once, in `sendHead`: set one by one they made an answer a sixth dearer.
 */
export function addFields(response: Response, fields: Fields): void {
  const { collected } = contextOf(response.req);
  if (collected === undefined) setAll(response, fields);
  else Object.assign(collected, fields);
}

/** Sends the status and all header fields of the answer, with `fields` as the last of them. */
export function sendHead(response: Response, status: number, fields: Fields): void {
  addFields(response, fields);
  response.writeHead(status, contextOf(response.req).collected);
}

/** What is collected so far, with `fields`, for who sends the head by other means. */
export function headersWith(response: Response, fields: Fields): Fields {
  return { ...contextOf(response.req).collected, ...fields };
}

/** Ends the collecting: who answers through Express needs the fields in Node's own table, also those still to come. */
export function stopCollecting(response: Response): void {
  const context = contextOf(response.req);
  setAll(response, context.collected ?? {});
  context.collected = undefined;
}

/** The same on the way to the next middleware. */
export const fieldsForExpress: RequestHandler = function fieldsForExpressMiddleware(
  _request,
  response,
  next,
) {
  stopCollecting(response);
  next();
};

function setAll(response: Response, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
}
