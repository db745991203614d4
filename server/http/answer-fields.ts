import type { Request, RequestHandler, Response } from 'express';
import { contextOf } from './request-context.ts';

/**
 * Sends the status and the header fields of an answer: those that the middleware has collected, and `fields` of its own.
 * Node takes them all at once: set one by one they would cost as much as everything else that the API does.
 */
export function sendHead(
  request: Request,
  response: Response,
  status: number,
  fields: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, Object.assign(contextOf(request).fields, fields));
}

/** Hands what is collected to Node's own table, for those who answer through Express. */
export function setFields(request: Request, response: Response): void {
  const context = contextOf(request);
  for (const [name, value] of Object.entries(context.fields)) response.setHeader(name, value);
  context.fields = {};
}

/** The same on the way to the next middleware. */
export const fieldsForExpress: RequestHandler = function fieldsForExpressMiddleware(request, response, next) {
  setFields(request, response);
  next();
};
