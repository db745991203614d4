import type { OidcAccount, OidcClient } from '../auth/oidc-client.ts';
import { type OidcAttempt } from '../auth/oidc-attempt.ts';
import type { UserRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { recordAudit } from './audit.ts';
import { admitSignIn } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { maxRecentMs } from './sessions.ts';
import { type Client, type NewSession, rejectedSignIn, signIn } from './sign-in.ts';
import { normalEmail } from './users.ts';

export interface OidcDeps {
  readonly repositories: Pick<Repositories, 'users' | 'sessions' | 'transaction'>;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** Null where no provider is configured. */
  readonly oidc: OidcClient | null;
}

interface OidcStart {
  readonly redirectUri: string;
  /** Whether the person is signed in already, and must show again that it is them. */
  readonly isAgain: boolean;
  readonly client: Client;
}

/** Where a browser begins to sign in. Throws ServiceError `not_found` without a provider, `rate_limited`, `unavailable`. */
export async function startOidc(
  deps: OidcDeps,
  attempt: OidcAttempt,
  { redirectUri, isAgain, client }: OidcStart,
): Promise<URL> {
  await admitSignIn(deps.rateLimiter, { address: client.address });
  return requireProvider(deps).authorizationUrl(attempt, { redirectUri, isAgain });
}

/**
 * Signs in with the response of the provider. An account of the provider is bound to a person at its first sign-in, by
 * the verified address under which they were invited, and found by issuer and `sub` from then on (decision 0046).
 * Throws ServiceError `not_found` without a provider, `unauthorized`, `rate_limited` or `unavailable`.
 */
export async function signInWithOidc(
  deps: OidcDeps,
  { attempt, callback }: { readonly attempt: OidcAttempt | undefined; readonly callback: URL },
  client: Client,
): Promise<NewSession> {
  const provider = requireProvider(deps);
  await admitSignIn(deps.rateLimiter, { address: client.address });
  if (attempt === undefined) throw rejectedSignIn('the sign-in was begun in another browser, or is expired');
  const account = await provider.findAccount(attempt, callback);
  requireRecent(account, deps.clock);
  const find = (repositories: Repositories) => findPerson({ ...deps, repositories }, account, client);
  const { authenticatedAt } = account;
  return signIn(deps, find, client, { by: 'OpenID Connect', authenticatedAt });
}

interface FindDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
}

/** The person of an account: the one that it is bound to, else the one that has its verified address. */
async function findPerson(deps: FindDeps, account: OidcAccount, client: Client): Promise<UserRecord> {
  const { users } = deps.repositories;
  const bound = await users.findByIdentity(account);
  if (bound !== undefined) return bound;
  const { verifiedEmail } = account;
  const user = verifiedEmail === undefined ? undefined : await users.findByEmail(normalEmail(verifiedEmail));
  const stores = user === undefined ? [] : await users.listStores(user.id);
  const isBound =
    user !== undefined &&
    stores.length > 0 &&
    (await users.addIdentity(user.id, account, timestamp(deps.clock)));
  if (!isBound) {
    throw rejectedSignIn(
      'nobody with this account is invited here: ask an owner for an invitation of the address that the provider has verified',
    );
  }
  const actor = { name: user.email, address: client.address };
  const event = { action: 'identity.linked', subject: user.id, detail: account.issuer } as const;
  for (const store of stores) await recordAudit(deps, store.id, actor, event);
  return user;
}

/**
 * A session begins when the person authenticated, where the provider says when. Rejects a time that is
 * twice as old as a recent sign-in may be: the provider has ignored `max_age`.
 */
function requireRecent({ authenticatedAt }: OidcAccount, { now }: Pick<Clock, 'now'>): void {
  if (authenticatedAt === undefined || now() - authenticatedAt <= 2 * maxRecentMs) return;
  throw rejectedSignIn('you signed in to the provider too long ago: sign out there, and begin again');
}

function requireProvider({ oidc }: OidcDeps): OidcClient {
  if (oidc !== null) return oidc;
  throw new ServiceError('not_found', 'OpenID Connect is not configured');
}
