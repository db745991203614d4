import type { RequestHandler } from 'express';
import type { components } from '../../generated/api.d.ts';
import { validateRequest } from '../../generated/validators.js';
import type { VisitorKeys } from '../auth/visitor-keys.ts';
import { signVisitorToken } from '../auth/visitor-token.ts';
import { findPublicChatbot } from '../db/chatbots.ts';
import type { Database } from '../db/database.ts';
import { visitorActor } from '../db/database.ts';
import type { ChatbotRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { clientAddress } from '../http/require-https.ts';
import { markPlaced } from '../services/chatbots.ts';
import { requireValid } from '../services/parse-input.ts';
import { admit, limitOf } from '../services/rate-limit.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { findStore } from '../services/stores.ts';
import type { Clock } from '../support/clock.ts';

/** Fits the longest values with every character escaped, which is 2.5 kB. */
export const maxSessionBytes = 4 * 1024;

/** Handles `POST /embed/session` (decision 0016). Throws ServiceError `invalid_request`, and those of `openSession`. */
export function sessionHandler(deps: Deps): RequestHandler {
  return async (request, response) => {
    const body = requireValid(validateRequest.openVisitorSession, request.body);
    const session = await openSession(deps, {
      chatbotId: body.chatbot_id,
      visitorSecret: body.visitor_secret,
      isAnonymous: body.anonymous === true,
      origin: request.headers.origin,
      address: clientAddress(request, deps.config.trustedProxies),
    });
    response.json(session);
  };
}

interface SessionDeps {
  readonly database: Database;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly visitorKeys: VisitorKeys;
}

interface SessionRequest {
  readonly chatbotId: string;
  /** From an earlier session; an invalid secret starts a new visitor. */
  readonly visitorSecret: string | undefined;
  /** For a page whose chat was not opened. */
  readonly isAnonymous: boolean;
  /** The Origin header as sent; undefined when there was none. */
  readonly origin: string | undefined;
  /** The client's address, for rate limits. */
  readonly address: string;
}

/** Opens a session for a visitor, or an anonymous one. Throws ServiceError `rate_limited`, `not_found` or `origin_not_allowed`. */
async function openSession(
  deps: SessionDeps,
  request: SessionRequest,
): Promise<components['schemas']['VisitorSession']> {
  await admit(deps.rateLimiter, limitOf.session(request.address));
  const chatbot = await findPublicChatbot(deps.database, request.chatbotId);
  if (chatbot.status !== 'active')
    throw new ServiceError('not_found', 'the chatbot is disabled: enable it in the dashboard');
  const origin = allowedOrigin(chatbot, request.origin);
  const visitor = request.isAnonymous ? undefined : visitorOf(deps.visitorKeys, request);
  // The check list of the dashboard shows it. A session opens without it; the next one tries again.
  if (chatbot.placed_at === null) await placeChatbot(deps, chatbot).catch(() => undefined);
  const { id: chatbotId, store_id: storeId, agent_id: agentId, link_hosts } = chatbot;
  const { token, expiresAt } = await signVisitorToken(
    deps.visitorKeys.signing,
    deps.clock,
    { chatbotId, storeId, agentId, visitorId: visitor?.visitorId ?? '', origin },
    visitor === undefined ? 'page' : 'visitor',
  );
  return {
    token,
    expires_at: expiresAt,
    ...(visitor !== undefined && { visitor_secret: visitor.secret }),
    link_hosts,
  };
}

async function placeChatbot(deps: SessionDeps, { id, store_id: storeId }: ChatbotRecord): Promise<void> {
  const store = await findStore(deps, storeId);
  await deps.database.change({ store, actor: visitorActor }, (context) => markPlaced(context, id));
}

// Compares exactly: wildcards, missing and opaque ("null") origins do not match.
function allowedOrigin(chatbot: ChatbotRecord, origin: string | undefined): string {
  if (origin !== undefined && chatbot.allowed_origins.includes(origin)) return origin;
  throw new ServiceError(
    'origin_not_allowed',
    'this origin may not embed the chatbot: add it to the allowed origins of the chatbot',
  );
}

function visitorOf(
  { secrets }: VisitorKeys,
  { chatbotId, visitorSecret }: SessionRequest,
): { visitorId: string; secret: string } {
  const visitorId = visitorSecret === undefined ? undefined : secrets.read(chatbotId, visitorSecret);
  // A known visitor gets a new secret after a rotation of the master key, and otherwise the same one.
  return secrets.issue(chatbotId, visitorId);
}
