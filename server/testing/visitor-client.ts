import type { TestRequest } from './tls-fetch.ts';
import type { TestServer } from './start-test-server.ts';
import type { TestShop } from './test-shop.ts';

/** The only origin that sample chatbots allow. */
export const shopOrigin = 'https://shop.example';

export interface VisitorSession {
  readonly token: string;
  readonly expires_at: string;
  readonly visitor_secret: string;
}

/** Requests a session as a page of `origin` does. */
export function requestSession(server: TestServer, body: object, origin = shopOrigin): Promise<Response> {
  return server.fetch('/embed/session', { body, headers: { Origin: origin } });
}

/** Opens a session for the chatbot of a shop. */
export async function openVisitor(
  server: TestServer,
  shop: TestShop = server.shop,
  secret?: string,
  origin = shopOrigin,
): Promise<VisitorSession> {
  const body = { chatbot_id: shop.chatbotId, ...(secret === undefined ? {} : { visitor_secret: secret }) };
  const response = await requestSession(server, body, origin);
  if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return (await response.json()) as VisitorSession;
}

/** Sends a request as the widget does, with the token and the page's origin. */
export function asVisitor(
  server: TestServer,
  token: string,
  path: string,
  init: TestRequest = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, Origin: shopOrigin, ...init.headers };
  return server.fetch(path, { ...init, headers });
}
