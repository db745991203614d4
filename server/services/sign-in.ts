import type { Knex } from 'knex';
import { hashPassword, verifyPassword } from '../auth/password.ts';
import { hashSecret } from '../auth/secret.ts';
import type { Actor, Context, DatabaseDeps, ServiceContext } from '../db/database.ts';
import { quarterOf } from '../db/hourly-sums.ts';
import { queueNotice } from '../db/notices.ts';
import type { UserRecord } from '../db/records.ts';
import { readUser, storesOfUser } from '../db/users.ts';
import { ServiceError } from '../errors.ts';
import { auditEach } from './audit.ts';
import type { LocalCode } from './local-code.ts';
import { admit, isFirstFailure, limitOf } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { openSession, type SignedIn } from './sessions.ts';
import { normalEmail } from './users.ts';

export interface SignInDeps extends DatabaseDeps {
  readonly rateLimiter: RateLimiter;
  readonly localCode: LocalCode;
  readonly log: { warn(details: object, message: string): void };
}

/** The browser that signs in. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Its session from before, which ends: its cookie is replaced. */
  readonly replaces?: SignedIn | undefined;
}

/** A new session and the secret of its cookie. */
export type NewSession = SignedIn & { readonly secret: string };

/**
 * Signs in with the code of a link, which works once, or with the process's own from this machine. Throws ServiceError
 * `unauthorized` or `rate_limited`.
 */
export async function signInWithCode(deps: SignInDeps, code: string, client: Client): Promise<NewSession> {
  await admit(deps.rateLimiter, limitOf.signIn(client.address));
  const hash = hashSecret(code);
  const localUserId = deps.localCode.userOf(code, client.address);
  const find = (all: Knex) =>
    localUserId === undefined ? readUserOfCode(all, hash) : readUser(all, { id: localUserId });
  const user = await deps.database.readAll(find);
  if (user === undefined) throw rejectedCode();
  return deps.database.changeAll(personActor(user, client), async (context) => {
    if (localUserId === undefined) await useCode(context, hash);
    return signIn(context, user, client, { by: 'code' });
  });
}

async function readUserOfCode(all: Knex, hash: string): Promise<UserRecord | undefined> {
  const code = await all('sign_in_codes').where({ hash }).first();
  return code && readUser(all, { id: code.user_id });
}

/** Throws ServiceError `unauthorized` when it is expired or used. */
async function useCode({ allStores, now }: ServiceContext, hash: string): Promise<void> {
  const code = await allStores('sign_in_codes').where({ hash }).first();
  // Of two transactions that found it, one deletes it.
  const deleted = await allStores('sign_in_codes').where({ hash }).delete();
  if (code === undefined || deleted === 0 || code.expires_at <= now) throw rejectedCode();
}

function rejectedCode(): ServiceError {
  return rejectedSignIn('the sign-in code is invalid, used or expired');
}

/**
 * Signs in with a password. An unknown address costs the same work and has the same message as a wrong password. A person
 * who signs in again, in their session, has attempts that nobody else can use up (decision 0039).
 * Throws ServiceError `unauthorized` or `rate_limited`.
 */
export async function signInWithPassword(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
  client: Client,
): Promise<NewSession> {
  const email = normalEmail(input.email);
  const { address, replaces: old } = client;
  // Before the password is verified, so that parallel guesses count too.
  const isAgain = old?.user.email === email;
  await admit(
    deps.rateLimiter,
    isAgain ? limitOf.repeatedSignIn(old.session.id) : limitOf.signInTo(email, address),
  );
  const placeholder = await placeholderHash();
  const user = await deps.database.readAll((all) => readUser(all, { email }));
  const isValid = await verifyPassword(input.password, user?.password ?? placeholder);
  if (user === undefined || user.password === null || !isValid) {
    if (user !== undefined) recordFailure(deps, user, client);
    throw wrongPassword();
  }
  return deps.database.changeAll(personActor(user, client), async (context) => {
    await requireUnchanged(context, user);
    return signIn(context, user, client, { by: 'password' });
  });
}

/** Lists a wrong password in the logs of the person's stores. */
function recordFailure(deps: SignInDeps, user: UserRecord, client: Client): void {
  withoutWaiting(deps, 'failed sign-in not recorded', async () => {
    const { address } = client;
    if (!(await isFirstFailure(deps.rateLimiter, { address, account: user.email }))) return;
    await deps.database.changeAll(personActor(user, client), (context) => rejectPassword(context, user));
  });
}

/** The response does not wait: its time would show who exists. */
function withoutWaiting(
  { log }: Pick<SignInDeps, 'log'>,
  failed: string,
  work: () => Promise<unknown>,
): void {
  work().catch((error: unknown) => log.warn({ err: error }, failed));
}

/**
 * Sends a sign-in link to a person who has forgotten their password, and nothing to anybody else. It counts as an attempt to
 * sign in. Throws ServiceError `rate_limited`.
 */
export async function requestLink(deps: SignInDeps, given: string, client: Client): Promise<void> {
  const email = normalEmail(given);
  await admit(deps.rateLimiter, limitOf.signInTo(email, client.address));
  withoutWaiting(deps, 'sign-in link not queued', async () => {
    const user = await deps.database.readAll((all) => readUser(all, { email }));
    const [store] = user ? await deps.database.readAll((all) => storesOfUser(all, user.id)) : [];
    if (user === undefined || store === undefined) return;
    const by = { store, actor: personActor(user, client) };
    await deps.database.change(by, (context) => queueLink(context, email));
  });
}

/** Queues the mail with a link, which is made when it is sent: no table has it. Once in a quarter of an hour. */
async function queueLink(context: Context, to: string): Promise<void> {
  const key = `sign-in link ${to} ${quarterOf(context.now)}`;
  const subject = 'Your sign-in link';
  await queueNotice(context, { kind: 'sign_in_link', key, subject, text: '', path: 'overview', to });
}

/** Lists a wrong password in the logs of the person's stores. */
export async function rejectPassword(context: ServiceContext, { id }: UserRecord): Promise<void> {
  const stores = await storesOfUser(context.allStores, id);
  await auditEach(context, stores, { action: 'session.rejected', subject: id, detail: 'wrong password' });
}

/** Throws ServiceError `unauthorized` for an account that was reset while the password was verified: that took a moment. */
async function requireUnchanged(
  { allStores, now }: ServiceContext,
  { id, password }: UserRecord,
): Promise<void> {
  // Locks the row, so that a reset waits for the new session and ends it.
  await allStores('users').where({ id }).update({ last_sign_in_at: now });
  if ((await readUser(allStores, { id }))?.password !== password) throw wrongPassword();
}

function wrongPassword(): ServiceError {
  return rejectedSignIn('the e-mail address or the password is wrong');
}

/** Whom the audit log names for a sign-in. */
export function personActor({ email }: Pick<UserRecord, 'email'>, { address }: Client): Actor {
  return { name: email, address };
}

/** Opens a session of a person in place of the one from before, with the entries in the logs of their stores. */
export async function signIn(
  context: ServiceContext,
  user: UserRecord,
  { userAgent, replaces: old }: Client,
  { by, authenticatedAt }: { readonly by: string; readonly authenticatedAt?: number | undefined },
): Promise<NewSession> {
  if (old !== undefined) await context.allStores('sessions').where({ id: old.session.id }).delete();
  const opened = await openSession(context, user, userAgent, authenticatedAt);
  await auditEach(context, opened.stores, {
    action: 'session.signed_in',
    subject: user.id,
    detail: `by ${by}`,
  });
  return opened;
}

/** Of a password that nobody has; made once in a process. */
let madePlaceholder: Promise<string> | undefined;
function placeholderHash(): Promise<string> {
  return (madePlaceholder ??= hashPassword('no account has this password'));
}

/** 401, with one message for every reason that an attacker could tell apart. */
export function rejectedSignIn(message: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Session' } });
}
