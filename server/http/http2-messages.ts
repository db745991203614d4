import express, { type Express, type Request, type Response } from 'express';
import { constants, Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { adopt } from './express-messages.ts';

/** What an HTTP/2 server is to make its requests and answers of, and who answers them. */
export interface Http2Messages {
  readonly Http2ServerRequest: typeof Http2ServerRequest;
  readonly Http2ServerResponse: typeof Http2ServerResponse;
  answer(request: Http2ServerRequest, response: Http2ServerResponse): void;
}

/**
 * The same application for HTTP/2. Express makes every message that it is called with one of HTTP/1.1; here its router
 * gets messages that have Express's methods over those of Node's HTTP/2.
 */
export function http2Messages(app: Express): Http2Messages {
  class ExpressRequest extends Http2ServerRequest {}
  class ExpressResponse extends Http2ServerResponse {}
  adopt(ExpressRequest.prototype, over(Http2ServerRequest.prototype, express.request, app));
  adopt(ExpressResponse.prototype, over(Http2ServerResponse.prototype, express.response, app));
  // As answers over HTTP/1.1 say it: the first is missing in Node, the second holds for a client that left, too.
  Object.defineProperty(ExpressResponse.prototype, 'destroyed', { get: isDestroyed });
  Object.defineProperty(ExpressResponse.prototype, 'writableFinished', { get: isFinished });
  return {
    Http2ServerRequest: ExpressRequest,
    Http2ServerResponse: ExpressResponse as typeof Http2ServerResponse,
    answer(message, answer) {
      const request = message as unknown as Request;
      const response = answer as unknown as Response;
      request.res = response;
      response.req = request;
      response.locals = {};
      app.router(request, response, () => answer.stream.close());
    },
  };
}

function isDestroyed(this: Http2ServerResponse): boolean {
  return this.stream?.destroyed ?? true;
}

function isFinished(this: Http2ServerResponse): boolean {
  return (
    this.writableEnded && this.stream.writableFinished && this.stream.rstCode === constants.NGHTTP2_NO_ERROR
  );
}

/** Express's own methods and accessors, on top of another kind of message. */
function over<Methods extends object>(message: object, methods: Methods, app: Express): Methods {
  const own = Object.getOwnPropertyDescriptors(methods);
  return Object.defineProperty(Object.create(message, own), 'app', { value: app }) as Methods;
}
