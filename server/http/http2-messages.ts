import { constants, Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import express, { type Express, type Request, type Response } from 'express';
import { adopt } from './express-messages.ts';
import { originForm } from './server.ts';

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
  Object.defineProperties(ExpressResponse.prototype, asOverHttp1);
  return {
    Http2ServerRequest: ExpressRequest,
    Http2ServerResponse: ExpressResponse as typeof Http2ServerResponse,
    answer(message, answer) {
      // Its client left before it was told of.
      if (answer.stream.destroyed) return;
      // Node's HTTP/2 messages with Express's methods: what the prototypes above make of them.
      const request = message as unknown as Request;
      const response = answer as unknown as Response;
      request.url = originForm(request.url);
      request.headers.host = message.authority;
      request.res = response;
      response.req = request;
      response.locals = {};
      app.router(request, response, () => response.destroy());
    },
  };
}

/** Where Node's answers over HTTP/2 differ from those over HTTP/1.1, and from what their types say. */
const asOverHttp1: PropertyDescriptorMap & ThisType<Http2ServerResponse> = {
  destroyed: {
    get() {
      return this.stream === undefined || this.stream.destroyed || this.stream.closed;
    },
  },
  writableFinished: {
    // Node says it of an answer whose client left, too.
    get() {
      const { stream } = this;
      return this.writableEnded && stream.writableFinished && stream.rstCode === constants.NGHTTP2_NO_ERROR;
    },
  },
  destroy: {
    // With no error for a reason, the client would take what it has for the whole.
    value() {
      this.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    },
  },
};

/** Express's own methods and accessors, on top of another kind of message. */
function over<Methods extends object>(message: object, methods: Methods, app: Express): Methods {
  const own = Object.getOwnPropertyDescriptors(methods);
  return Object.defineProperty(Object.create(message, own), 'app', { value: app }) as Methods;
}
