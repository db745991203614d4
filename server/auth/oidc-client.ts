import * as openid from 'openid-client';
import type { Logger } from 'pino';
import type { OidcSettings } from '../config/oidc-settings.ts';
import { ServiceError } from '../errors.ts';
import type { OidcAttempt } from './oidc-attempt.ts';

/** What the provider reports about a person whom it has authenticated. */
export interface OidcAccount {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined unless the provider reports that it has verified the address. */
  readonly verifiedEmail: string | undefined;
  /** In milliseconds since the epoch; undefined where the provider does not report it. */
  readonly authenticatedAt: number | undefined;
}

export type OidcClient = ReturnType<typeof createOidcClient>;

const timeoutSeconds = 10;
/** A provider that knows `max_age` asks for the password again after this time. */
const maxAgeSeconds = 300;

/** A client of the configured provider. Discovery runs with the first sign-in, so that a provider that is down stops no start. */
export function createOidcClient(settings: OidcSettings, log: Logger) {
  let discovered: Promise<openid.Configuration> | undefined;
  const discover = async (): Promise<openid.Configuration> => {
    discovered ??= discoverProvider(settings);
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw unavailable(error, log);
    }
  };
  return {
    /**
     * Where to send the browser. With `isAgain` the provider asks for the password in any case. Throws ServiceError
     * `unavailable` when the provider cannot be reached.
     */
    async authorizationUrl(
      { state, nonce, verifier }: OidcAttempt,
      { redirectUri, isAgain }: { readonly redirectUri: string; readonly isAgain: boolean },
    ): Promise<URL> {
      return openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(isAgain ? 0 : maxAgeSeconds),
        // Some providers know only one of the two.
        ...(isAgain && { prompt: 'login' }),
      });
    },
    /**
     * Validates the provider's response in the query of `callback` (state, issuer, code with PKCE; signature, nonce,
     * audience and times of the ID token). Throws ServiceError `unauthorized` or `unavailable`.
     */
    async findAccount(attempt: OidcAttempt, callback: URL): Promise<OidcAccount> {
      const provider = await discover();
      try {
        return await redeem(provider, attempt, callback);
      } catch (error) {
        throw isRejection(error) ? rejected(error, log) : unavailable(error, log);
      }
    },
  };
}

function discoverProvider({ issuer, clientId, clientSecret }: OidcSettings): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // The signature of ID tokens is validated though they arrive over TLS.
    execute: [openid.enableNonRepudiationChecks],
  });
}

async function redeem(
  provider: openid.Configuration,
  { state, nonce, verifier }: OidcAttempt,
  callback: URL,
): Promise<OidcAccount> {
  const tokens = await openid.authorizationCodeGrant(provider, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('idTokenExpected makes claims certain');
  // Some providers put the address into the ID token, others only into the response of their userinfo endpoint.
  const { email, email_verified: isVerified } =
    claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: typeof email === 'string' && isVerified === true ? email : undefined,
    authenticatedAt: claims.auth_time === undefined ? undefined : claims.auth_time * 1000,
  };
}

/** Responses that are not the provider's own trouble: a wrong code, state, issuer, nonce, signature or time. */
const rejectedCodes = new Set<unknown>([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

function isRejection(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant';
  if (error instanceof openid.AuthorizationResponseError) return true;
  return error instanceof openid.ClientError && rejectedCodes.has(error.code);
}

function rejected(error: unknown, log: Logger): ServiceError {
  log.warn({ reason: reasonOf(error) }, 'sign-in with OpenID Connect rejected');
  return new ServiceError('unauthorized', 'the sign-in with the provider failed or expired: begin again', {
    headers: { 'WWW-Authenticate': 'Session' },
  });
}

function unavailable(error: unknown, log: Logger): ServiceError {
  log.error({ reason: reasonOf(error) }, 'OpenID Connect provider not available');
  const message =
    'the sign-in provider does not respond as it should: try again in a moment, or sign in with a password or a link';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' } });
}

/** Without the causes' other properties, which may hold tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = error instanceof openid.ResponseBodyError ? ` (${error.error})` : '';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${detail}${cause}`;
}
