import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** What an HTTP server is to make its requests and answers of. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes whose objects are Express's requests and answers from the start. Express gives each message that reaches it
 * another prototype, and what the engine has learnt of the objects until then is lost; for these there is nothing to do.
 */
export function expressMessages(app: Express): MessageClasses {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<IncomingMessage> {}
  app.request = adopt(ExpressRequest.prototype, app.request);
  app.response = adopt(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}

/** The same object, which has everything that `parent` has: from then on it is one of that kind. */
export function adopt<Parent extends object>(prototype: object, parent: Parent): Parent {
  return Object.setPrototypeOf(prototype, parent) as Parent;
}
