import type { RequestHandler, Response } from 'express';
import type { Role } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { findSession, isRecent, maxRecentMs, type SignedIn } from '../services/sessions.ts';
import { sessionSecretOf } from './session-cookie.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Express types `response.locals` through this interface.
  namespace Express {
    interface Locals {
      /** Set by `loadSession`. */
      signedIn?: SignedIn;
    }
  }
}

/**
 * Rejects requests of other sites with 403 (decision 0039): a request that changes something must come from a page of this
 * origin. Browsers send Sec-Fetch-Site with every request, and Origin with every other method than GET and HEAD.
 */
export const requireSameOrigin: RequestHandler = (request, _response, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const site = request.get('Sec-Fetch-Site');
  const isAllowed =
    site === undefined
      ? isRead || request.get('Origin') === `https://${request.get('Host')}`
      : site === 'same-origin' || (isRead && site === 'none');
  if (!isAllowed)
    throw new ServiceError('origin_not_allowed', 'only pages of this origin may send this request');
  next();
};

/** Rejects a path that is not percent-encoded UTF-8 with 400: Express would throw an error of its own. */
export const requireDecodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw new ServiceError('invalid_request', 'the path is not percent-encoded UTF-8');
  }
  next();
};

/** Finds the session of the request's cookie, if there is one. */
export function loadSession(deps: Deps): RequestHandler {
  return async (request, response, next) => {
    const secret = sessionSecretOf(request);
    if (secret !== undefined) {
      const signedIn = await findSession(deps, secret);
      if (signedIn !== undefined) response.locals.signedIn = signedIn;
    }
    next();
  };
}

/** Rejects with 401 without a session. */
export const requireSession: RequestHandler = (_request, response, next) => {
  if (response.locals.signedIn === undefined) throw unauthorized('sign in first', 'Session');
  next();
};

/**
 * Requires a role in the store of the path: 404 for a store that the person does not belong to, as for one that does not
 * exist, and 403 for a member where an owner is needed.
 */
export function requireRole(role: Role): RequestHandler {
  return (request, response, next) => {
    const store = signedInOf(response).stores.find(({ id }) => id === request.params['store_id']);
    if (store === undefined) throw new ServiceError('not_found', 'store not found');
    if (role === 'owner' && store.role !== 'owner') {
      throw new ServiceError('role_required', 'only an owner of this store may do this');
    }
    response.locals.store = store;
    next();
  };
}

/** Rejects with 401 when the sign-in is older than 5 minutes (RFC 9470). */
export function requireRecentSignIn(deps: Pick<Deps, 'clock'>): RequestHandler {
  return (_request, response, next) => {
    if (!isRecent(signedInOf(response).session, deps.clock)) {
      const challenge = `Session error="insufficient_user_authentication", max_age=${maxRecentMs / 1000}`;
      throw unauthorized('sign in again: this needs a sign-in of the last 5 minutes', challenge);
    }
    next();
  };
}

/** The session of a request. Throws where `requireSession` has not run. */
export function signedInOf({ locals }: Response): SignedIn {
  if (locals.signedIn === undefined) throw new Error('requireSession must run before what needs the session');
  return locals.signedIn;
}

function unauthorized(message: string, challenge: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}
