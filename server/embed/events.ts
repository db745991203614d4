import type { RequestHandler, Response } from 'express';
import { validateRequest } from '../../generated/validators.js';
import { type AuthenticatedVisitor, findVisitor } from '../auth/visitors.ts';
import { visitorActor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { jsonBody } from '../http/json-body.ts';
import { clientAddress } from '../http/require-https.ts';
import { admit, limitOf } from '../services/rate-limit.ts';
import { requireValid } from '../services/parse-input.ts';
import { recordWidgetEvents } from '../services/widget-events.ts';

const maxBytes = 8 * 1024;

/**
 * Serves `POST /embed/events` with a visitor token (decision 0043), errors in the order of decision 0018. Throws
 * ServiceError `unauthorized`, `rate_limited`, those of `jsonBody`, `invalid_request`, or `not_found` for a conversation
 * that is not the visitor's.
 */
export function widgetEvents(deps: Deps): RequestHandler[] {
  return [admitVisitorToken(deps), ...jsonBody(maxBytes), recordEvents(deps)];
}

/** Requires a visitor token and sets `response.locals.visitor`. Throws ServiceError `unauthorized` or `rate_limited`. */
export function admitVisitorToken(deps: Deps): RequestHandler {
  return async (request, response, next) => {
    const token = bearerToken(request);
    const visitor = token === undefined ? undefined : await findVisitor(deps, token, request.headers.origin);
    if (visitor === undefined) throw unauthorized('the visitor token is invalid or expired');
    const address = clientAddress(request, deps.config.trustedProxies);
    await admit(deps.rateLimiter, limitOf.widgetEvents(visitor.visitor.visitorId, address));
    response.locals.visitor = visitor;
    next();
  };
}

/** The visitor of `admitVisitorToken`. */
export function admittedVisitor({ locals: { visitor } }: Response): AuthenticatedVisitor {
  if (visitor === undefined) throw new Error('admitVisitorToken must run before');
  return visitor;
}

function recordEvents(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { visitor, store } = admittedVisitor(response);
    const { events } = requireValid(validateRequest.recordWidgetEvents, request.body);
    await deps.database.change({ store, actor: visitorActor }, (context) =>
      recordWidgetEvents(context, visitor, events),
    );
    response.status(204).end();
  };
}
