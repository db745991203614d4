import type { RequestHandler } from 'express';
import { validateRequest } from '../../generated/validators.js';
import { findVisitor } from '../auth/visitors.ts';
import { visitorActor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { jsonBody } from '../http/json-body.ts';
import { clientAddress } from '../http/require-https.ts';
import { admitWidgetEvents } from '../services/rate-limit.ts';
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

function admitVisitorToken(deps: Deps): RequestHandler {
  return async (request, response, next) => {
    const token = bearerToken(request);
    const visitor = token === undefined ? undefined : await findVisitor(deps, token, request.headers.origin);
    if (visitor === undefined) throw unauthorized('the visitor token is invalid or expired');
    const address = clientAddress(request, deps.config.trustedProxies);
    await admitWidgetEvents(deps.rateLimiter, visitor.visitor.visitorId, address);
    response.locals.visitor = visitor;
    next();
  };
}

function recordEvents(deps: Deps): RequestHandler {
  return async (request, response) => {
    const { visitor: authenticated } = response.locals;
    if (authenticated === undefined) throw new Error('admitVisitorToken must run before');
    const { visitor, store } = authenticated;
    const { events } = requireValid(validateRequest.recordWidgetEvents, request.body);
    await deps.database.change({ store, actor: visitorActor }, (context) =>
      recordWidgetEvents(context, visitor, events),
    );
    response.status(204).end();
  };
}
