import { ConfigError, type Environment } from './environment.ts';

/** The OpenID Connect provider that people may sign in with. Holds a secret: never log it. */
export interface OidcSettings {
  /** An https address, whose `/.well-known/openid-configuration` describes the provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; null without them. Throws ConfigError. */
export function loadOidcSettings(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all, or none');
  }
  if (URL.parse(issuer)?.protocol !== 'https:') {
    throw new ConfigError(`OIDC_ISSUER must be an https address, not "${issuer}"`);
  }
  return { issuer, clientId, clientSecret };
}
