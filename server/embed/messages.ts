import type { RequestHandler } from 'express';
import { validateRequest } from '../../generated/validators.js';
import { visitorActor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { jsonBody } from '../http/json-body.ts';
import { clientAddress } from '../http/require-https.ts';
import { conversationNotFound } from '../services/conversations.ts';
import { leaveMessage, offersMessage } from '../services/left-messages.ts';
import { requireValid } from '../services/parse-input.ts';
import { admit, limitOf } from '../services/rate-limit.ts';
import { admittedVisitor, admitVisitorToken } from './events.ts';

/** Fits the longest values with every character escaped. */
const maxBytes = 16 * 1024;

const isId = /^\w{1,200}$/;

/** Serves `GET /embed/messages` (decision 0068). Throws as `admitVisitorToken` and `offersMessage` do. */
export function offersMessageHandlers(deps: Deps): RequestHandler[] {
  const send: RequestHandler = async (request, response) => {
    const admitted = admittedVisitor(response);
    const reader = deps.database.reader(admitted.store.id);
    const id = String(request.query['conversation_id']);
    if (!isId.test(id)) throw conversationNotFound();
    response.json({ offered: await offersMessage(reader, admitted, id) });
  };
  return [admitVisitorToken(deps), send];
}

/**
 * Serves `POST /embed/messages` with a visitor token, errors in the order of decision 0018. Throws as `admitVisitorToken`,
 * `jsonBody` and `leaveMessage` do, and ServiceError `invalid_request` or `rate_limited`.
 */
export function leaveMessageHandlers(deps: Deps): RequestHandler[] {
  const leave: RequestHandler = async (request, response) => {
    const admitted = admittedVisitor(response);
    const message = requireValid(validateRequest.leaveMessage, request.body);
    const address = clientAddress(request, deps.config.trustedProxies);
    await admit(deps.rateLimiter, limitOf.leftMessage(admitted.visitor.visitorId, address));
    await deps.database.change({ store: admitted.store, actor: visitorActor }, (context) =>
      leaveMessage(context, admitted, message),
    );
    response.status(204).end();
  };
  return [admitVisitorToken(deps), ...jsonBody(maxBytes), leave];
}
