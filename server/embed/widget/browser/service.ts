import { readEvents } from './read-events.ts';
import type { ChatEvent } from './types.ts';

/** The service refused; `retryAfter` is the wait in seconds that it asked for. */
export class RefusedError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(status: number, retryAfter?: number) {
    super(`The service answered ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** What the widget asks of the service, with a visitor token that is renewed before it ends. */
export interface Service {
  config(): Promise<unknown>;
  chat(body: ChatBody, signal: AbortSignal): Promise<ChatStream>;
}

export interface ChatStream {
  /** Known before the end, so that a reply that was stopped belongs to its conversation. */
  readonly conversationId: string | undefined;
  readonly events: AsyncGenerator<ChatEvent>;
}

export interface ChatBody {
  readonly agent_id: string;
  readonly message: string;
  readonly conversation_id?: string;
}

interface Session {
  readonly token: string;
  /** Milliseconds of `performance.now()` after which the token is renewed: 80 % of its life. */
  readonly renewAt: number;
}

interface SessionAnswer {
  readonly token: string;
  readonly expires_at: string;
  readonly visitor_secret: string;
}

const renewalShare = 0.8;

/** Talks to the service at `origin` for one chatbot; `secrets` keeps what names this visitor between pages. */
export function createService(origin: string, chatbotId: string, secrets: Secrets): Service {
  let session: Promise<Session> | undefined;

  const open = async (): Promise<Session> => {
    const visitor = secrets.read();
    const response = await send(
      `${origin}/embed/session`,
      jsonPost({ chatbot_id: chatbotId, ...(visitor ? { visitor_secret: visitor } : {}) }),
    );
    const answer = (await response.json()) as SessionAnswer;
    secrets.write(answer.visitor_secret);
    const life =
      Date.parse(answer.expires_at) - (Date.parse(response.headers.get('date') ?? '') || Date.now());
    return { token: answer.token, renewAt: performance.now() + life * renewalShare };
  };

  const token = async (): Promise<string> => {
    const opened = (session ??= open());
    const current = await opened;
    if (performance.now() < current.renewAt) return current.token;
    // One renewal for all who wait; where it fails, the token still holds for the last fifth of its life.
    if (session === opened) session = open().catch(() => current);
    return (await (session ?? opened)).token;
  };

  const authorized = async (path: string, init: RequestInit): Promise<Response> => {
    const attempt = async (): Promise<Response> => {
      try {
        const headers = { ...init.headers, Authorization: `Bearer ${await token()}` };
        return await send(origin + path, { ...init, headers });
      } catch (error) {
        // A failed session must not be kept for the next attempt.
        if (!(error instanceof RefusedError) || error.status === 401) session = undefined;
        throw error;
      }
    };
    try {
      return await attempt();
    } catch (error) {
      // A token that the service no longer takes is renewed once.
      if (error instanceof RefusedError && error.status === 401) return attempt();
      throw error;
    }
  };

  return {
    config: async () =>
      (await authorized(`/api/widget/config?chatbot_id=${encodeURIComponent(chatbotId)}`, {})).json(),
    chat: async (body, signal) => {
      const response = await authorized('/api/agents/chat/stream', { ...jsonPost(body), signal });
      if (response.body === null) throw new RefusedError(502);
      const conversationId = response.headers.get('x-conversation-id') ?? undefined;
      return { conversationId, events: readEvents(response.body) };
    },
  };
}

/** Where the visitor's secret is kept. */
export interface Secrets {
  read(): string | undefined;
  write(secret: string): void;
}

function jsonPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function send(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  if (response.ok) return response;
  const wait = Number(response.headers.get('retry-after'));
  throw new RefusedError(response.status, wait > 0 ? wait : undefined);
}
