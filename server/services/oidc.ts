import type { Knex } from 'knex';
import type { OidcAccount, OidcClient } from '../auth/oidc-client.ts';
import { type OidcAttempt } from '../auth/oidc-attempt.ts';
import type { DatabaseDeps, ServiceContext } from '../db/database.ts';
import type { UserRecord } from '../db/records.ts';
import { readUser, storesOfUser } from '../db/users.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';
import { auditEach } from './audit.ts';
import { admit, limitOf } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { maxRecentMs } from './sessions.ts';
import { type Client, type NewSession, personActor, rejectedSignIn, signIn } from './sign-in.ts';
import { normalEmail } from './users.ts';

export interface OidcDeps extends DatabaseDeps {
  readonly rateLimiter: RateLimiter;
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
  await admit(deps.rateLimiter, limitOf.signIn(client.address));
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
  await admit(deps.rateLimiter, limitOf.signIn(client.address));
  if (attempt === undefined) throw rejectedSignIn('the sign-in was begun in another browser, or is expired');
  const account = await provider.findAccount(attempt, callback);
  requireRecent(account, deps.clock);
  const user = await deps.database.readAll((all) => findPerson(all, account));
  if (user === undefined) throw notInvited();
  return deps.database.changeAll(personActor(user, client), async (context) => {
    await linkIdentity(context, user, account);
    const { authenticatedAt } = account;
    return signIn(context, user, client, { by: 'OpenID Connect', authenticatedAt });
  });
}

/** The person of an account: the one that it is bound to, else the one that has its verified address. */
async function findPerson(all: Knex, account: OidcAccount): Promise<UserRecord | undefined> {
  const { issuer, subject, verifiedEmail } = account;
  const bound = await all('user_identities').where({ issuer, subject }).first();
  if (bound !== undefined) return readUser(all, { id: bound.user_id });
  return verifiedEmail === undefined ? undefined : readUser(all, { email: normalEmail(verifiedEmail) });
}

/** Binds the account to the person unless it is. Throws ServiceError `unauthorized` where it may not. */
async function linkIdentity(context: ServiceContext, user: UserRecord, account: OidcAccount): Promise<void> {
  const { allStores, now } = context;
  const { issuer, subject, verifiedEmail = '' } = account;
  const own = { issuer, subject, user_id: user.id };
  if ((await allStores('user_identities').where(own).first()) !== undefined) return;
  const stores = await storesOfUser(allStores, user.id);
  // An invitation may have ended the binding since: then only the address counts.
  if (stores.length === 0 || normalEmail(verifiedEmail) !== user.email) throw notInvited();
  await allStores('user_identities')
    .insert({ ...own, created_at: now })
    .onConflict()
    .ignore();
  // None where the account belongs to another person, or the person has another account of the issuer.
  if ((await allStores('user_identities').where(own).first()) === undefined) throw notInvited();
  await auditEach(context, stores, { action: 'identity.linked', subject: user.id, detail: issuer });
}

function notInvited(): ServiceError {
  return rejectedSignIn(
    'nobody with this account is invited here: ask an owner for an invitation of the address that the provider has verified',
  );
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
