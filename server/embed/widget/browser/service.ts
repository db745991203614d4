import type { components } from '../../../../generated/api.d.ts';
import { readEvents } from '../../../../generated/read-events.ts';
import { asResponseError, ResponseError } from './response-error.ts';
import type { ChatEvent, Pending } from './types.ts';

/** The requests of the widget, with a visitor token that is renewed before it expires. */
export interface Service {
  config(): Promise<unknown>;
  /** Makes the shopper a visitor, with a secret that is stored; before, nothing is stored (decision 0016). */
  identify(): void;
  /** Sends a question, as a visitor. A question that is sent again with its key is not asked twice (decision 0030). */
  chat(question: Pending, signal: AbortSignal): Promise<ChatStream>;
  /** Sends what the shopper did, also while the page is left. */
  report(events: readonly WidgetEvent[]): Promise<unknown>;
  /** Whether a message for a person may be left after the last reply of a conversation. */
  offersMessage(conversationId: string): Promise<boolean>;
  /** Leaves it; again with the same id, it is stored once. */
  leaveMessage(message: LeftMessage): Promise<void>;
  /** Hosts that links in the agent's text may open, as of the latest session; an empty list allows every host. */
  linkHosts(): readonly string[];
}

export interface ChatStream {
  /** From the response headers, so that a stopped reply still belongs to its conversation. */
  readonly conversationId: string | undefined;
  readonly events: AsyncGenerator<ChatEvent>;
}

/** An order of the shopper, as the page knows it. */
export interface Order {
  /** The shop's own id: an order is counted once. */
  readonly order_id: string;
  readonly items: readonly { readonly product_id: string; readonly quantity: number }[];
  /** In minor units. */
  readonly total: { readonly amount: number; readonly currency: string };
}

/** A message for a person of the shop (decision 0068). */
export type LeftMessage = components['schemas']['LeftMessage'];

/** An event of decision 0043. */
export type WidgetEvent = components['schemas']['WidgetEvent'];

interface Session {
  readonly token: string;
  /** When to renew the token, in milliseconds of `performance.now()`: after 80 % of its lifetime. */
  readonly renewAtMs: number;
}

type MessageOffer = components['schemas']['MessageOffer'];
type SessionResponse = components['schemas']['VisitorSession'];

const renewalShare = 0.8;

/** Creates a client of the service at `origin` for one chatbot; `secrets` stores the visitor's secret between pages. */
export function createService(origin: string, chatbotId: string, secrets: Secrets): Service {
  const sessions = createSessions(origin, chatbotId, secrets);

  const authorized = async (path: string, init: RequestInit, isRetry = false): Promise<Response> => {
    try {
      const headers = { ...init.headers, Authorization: `Bearer ${await sessions.token()}` };
      return await send(origin + path, { ...init, headers });
    } catch (error) {
      // Renew a rejected token once.
      if (isRetry || asResponseError(error)?.status !== 401) throw error;
      sessions.drop();
      return authorized(path, init, true);
    }
  };

  return {
    identify: sessions.identify,
    config: async () => {
      const path = `/api/widget/config?chatbot_id=${encodeURIComponent(chatbotId)}`;
      // `no-cache` asks whether the cached configuration has changed.
      return (await authorized(path, { cache: 'no-cache' })).json();
    },
    chat: async ({ key, body, page }, signal) => {
      sessions.identify();
      const response = await authorized('/api/agents/chat/stream', {
        ...jsonPost(body, { 'Idempotency-Key': key, ...(page && { 'X-Page-Context': page }) }),
        signal,
      });
      if (response.body === null) throw new ResponseError(502);
      const conversationId = response.headers.get('x-conversation-id') ?? undefined;
      return { conversationId, events: readEvents(response.body) };
    },
    report: (events) => authorized('/embed/events', { ...jsonPost({ events }), keepalive: true }),
    offersMessage: async (conversationId) => {
      const path = `/embed/messages?conversation_id=${conversationId}`;
      const { offered } = (await (await authorized(path, {})).json()) as MessageOffer;
      return offered;
    },
    leaveMessage: async (message) => void (await authorized('/embed/messages', jsonPost(message))),
    linkHosts: sessions.linkHosts,
  };
}

interface Sessions extends Pick<Service, 'identify' | 'linkHosts'> {
  /** A valid token, of a new session where there is none. */
  token(): Promise<string>;
  /** After its token was rejected: the next token is of a new session. */
  drop(): void;
}

/** The page's session at the service: one at a time, renewed before its token expires. */
function createSessions(origin: string, chatbotId: string, secrets: Secrets): Sessions {
  let session: Promise<Session> | undefined;
  let isVisitor = secrets.read() !== undefined;
  let linkHosts: readonly string[] = [];

  const open = async (): Promise<Session> => {
    // Another tab may have stored it by now.
    const secret = secrets.read();
    const visitor = secret ? { visitor_secret: secret } : isVisitor ? {} : { anonymous: true };
    const response = await send(`${origin}/embed/session`, jsonPost({ chatbot_id: chatbotId, ...visitor }));
    const opened = (await response.json()) as SessionResponse;
    if (opened.visitor_secret !== undefined) secrets.write(opened.visitor_secret);
    linkHosts = opened.link_hosts ?? [];
    return { token: opened.token, renewAtMs: renewalTime(opened, response) };
  };

  return {
    token: async () => {
      const opened = (session ??= open());
      const current = await opened.catch((error: unknown) => {
        if (session === opened) session = undefined;
        throw error;
      });
      if (performance.now() < current.renewAtMs) return current.token;
      // All callers share one renewal; if it fails, the token is still valid for the rest of its lifetime.
      if (session === opened) session = open().catch(() => current);
      return (await (session ?? opened)).token;
    },
    drop: () => (session = undefined),
    identify: () => {
      if (isVisitor) return;
      isVisitor = true;
      session = open();
      // The request that needs the token gets the error.
      session.catch(() => undefined);
    },
    linkHosts: () => linkHosts,
  };
}

/** Stores the visitor's secret. */
export interface Secrets {
  read(): string | undefined;
  write(secret: string): void;
}

function renewalTime({ expires_at: expiresAt }: SessionResponse, { headers }: Response): number {
  const lifetimeMs = Date.parse(expiresAt) - (Date.parse(headers.get('date') ?? '') || Date.now());
  return performance.now() + lifetimeMs * renewalShare;
}

function jsonPost(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  const allHeaders = { 'Content-Type': 'application/json', ...headers };
  return { method: 'POST', headers: allHeaders, body: JSON.stringify(body) };
}

async function send(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, {
    cache: 'no-store',
    ...init,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (response.ok) return response;
  const seconds = Number(response.headers.get('retry-after'));
  throw new ResponseError(response.status, seconds > 0 ? seconds : undefined, await reasonOf(response));
}

/** What the body of an error response says; undefined for a body of something else, such as a proxy. */
async function reasonOf(response: Response): Promise<string | undefined> {
  const { error } = ((await response.json().catch(() => null)) ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' ? error : undefined;
}
