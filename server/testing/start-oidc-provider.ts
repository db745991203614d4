import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Context, Provider } from 'oidc-provider';
import { createAuthority, issueCertificate } from '../http/tls/certificate-authority.ts';
import { close, listen } from './local-server.ts';
import { createTlsFetch, type TestFetch } from './tls-fetch.ts';

/** What the provider says about an account. */
export interface OidcClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A real OpenID Connect provider at loopback, which this process trusts. */
export interface TestOidcProvider {
  /** For `startTestServer`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly issuer: string;
  /** By `sub`, which is also what people type in to sign in. */
  readonly accounts: Map<string, OidcClaims>;
  /** Registers the service at this address. To be called before the first sign-in. */
  register(baseUrl: string): void;
  /**
   * Follows an authorization URL as the browser of a person does, without any page: `login_hint` signs in. Returns
   * where the provider redirects to in the end. With the cookies of an earlier call it is the same browser.
   */
  authorize(url: URL, subject: string, cookies?: Map<string, string>): Promise<URL>;
  close(): Promise<void>;
}

const client = { client_id: 'dashboard', client_secret: 'a secret of the tests' };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function startOidcProvider(): Promise<TestOidcProvider> {
  const authority = await createAuthority(Date.now());
  const certificate = await issueCertificate(authority, ['127.0.0.1'], Date.now());
  // The service uses Node's fetch, which has no certificate authority of its own.
  setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
  let handler: Handler | undefined;
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    void (handler?.(request, response) ?? response.writeHead(503).end());
  });
  const issuer = `https://127.0.0.1:${await listen(server)}`;
  const accounts = new Map<string, OidcClaims>();
  const http = createTlsFetch(issuer, authority.cert);
  return {
    issuer,
    accounts,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
    },
    register(baseUrl) {
      handler = handlerOf(createProvider(issuer, accounts, `${baseUrl}/dashboard/`));
    },
    authorize: (url, subject, cookies) => authorize(http.fetch, url, subject, cookies),
    async close() {
      http.close();
      await close(server);
    },
  };
}

function createProvider(
  issuer: string,
  accounts: ReadonlyMap<string, OidcClaims>,
  redirectUri: string,
): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
    // Everybody has consented.
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client;
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** The provider, with a page that asks who signs in. */
function handlerOf(provider: Provider): Handler {
  const serve = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const typed = new URLSearchParams(await text(request)).get('login');
    const accountId = typed ?? params['login_hint'];
    if (accountId !== undefined)
      return provider.interactionFinished(request, response, { login: { accountId } });
    response.setHeader('Content-Type', 'text/html');
    response.end(
      '<form method="post"><label>Login <input name="login"></label><button>Log in</button></form>',
    );
  };
}

const maxRedirects = 10;

async function authorize(
  fetch: TestFetch,
  begin: URL,
  subject: string,
  cookies = new Map<string, string>(),
): Promise<URL> {
  let url = new URL(begin);
  url.searchParams.set('login_hint', subject);
  for (let count = 0; count < maxRedirects; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url.pathname + url.search, { headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== begin.origin) return url;
  }
  throw new Error('the provider redirected too often');
}
