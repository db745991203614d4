import { hashPassword, verifyPassword } from '../auth/password.ts';
import { hashSecret } from '../auth/secret.ts';
import type { UserRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { timestamp } from '../support/clock.ts';
import { audited, type AuditedDeps } from './audit.ts';
import type { LocalCode } from './local-code.ts';
import { admitRepeatedSignIn, admitSignIn, isFirstFailure } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { openSession, type SessionDeps, type SignedIn } from './sessions.ts';
import { normalEmail } from './users.ts';

export interface SignInDeps extends SessionDeps {
  readonly repositories: Pick<Repositories, 'users' | 'sessions' | 'transaction'>;
  readonly rateLimiter: RateLimiter;
  readonly localCode: LocalCode;
  readonly log: { warn(details: object, message: string): void };
}

/** The browser that signs in. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A new session and the secret of its cookie. */
export type NewSession = SignedIn & { readonly secret: string };

/** Signs in with the code of a link, which works once, or with the process's own from this machine. Throws ServiceError `unauthorized` or `rate_limited`. */
export async function signInWithCode(deps: SignInDeps, code: string, client: Client): Promise<NewSession> {
  await admitSignIn(deps.rateLimiter, { address: client.address });
  const localUserId = deps.localCode.userOf(code, client.address);
  const find = async ({ users }: Pick<Repositories, 'users'>): Promise<UserRecord> => {
    const user =
      localUserId === undefined
        ? await users.useCode(hashSecret(code), timestamp(deps.clock))
        : await users.find(localUserId);
    if (user === undefined) throw rejectedSignIn('the sign-in code is invalid, used or expired');
    return user;
  };
  return signIn(deps, find, client, { by: 'code' });
}

/**
 * Signs in with a password. An unknown address costs the same work and has the same message as a wrong password. `old` is
 * the session of the request: a person who signs in again has attempts that nobody else can use up (decision 0039).
 * Throws ServiceError `unauthorized` or `rate_limited`.
 */
export async function signInWithPassword(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
  client: Client,
  old?: SignedIn,
): Promise<NewSession> {
  const email = normalEmail(input.email);
  if (old?.user.email === email) await admitRepeatedSignIn(deps.rateLimiter, old.session.id);
  else await admitSignIn(deps.rateLimiter, { address: client.address, account: email });
  const placeholder = await placeholderHash();
  const user = await deps.repositories.users.findByEmail(email);
  const isValid = await verifyPassword(input.password, user?.password ?? placeholder);
  if (user === undefined || user.password === null || !isValid) {
    if (user !== undefined) recordFailure(deps, user, client);
    throw wrongPassword();
  }
  const find = ({ users }: Repositories) => findUnchanged(users, user, timestamp(deps.clock));
  return signIn(deps, find, client, { by: 'password' });
}

/** Lists a wrong password in the logs of the person's stores. The response does not wait: its time would show who exists. */
function recordFailure(deps: SignInDeps, user: UserRecord, { address }: Client): void {
  const { id, email } = user;
  const record = async (): Promise<void> => {
    if (!(await isFirstFailure(deps.rateLimiter, { address, account: email }))) return;
    await audited(
      deps,
      ({ repositories }) => repositories.users.listStores(id),
      (stores) => ({
        storeIds: stores.map((store) => store.id),
        actor: { name: email, address },
        action: 'session.rejected',
        subject: id,
        detail: 'wrong password',
      }),
    );
  };
  record().catch((error: unknown) => deps.log.warn({ err: error }, 'failed sign-in not recorded'));
}

/** The person, unless their account was reset while the password was verified: that took a moment. */
async function findUnchanged(
  users: Repositories['users'],
  { id, password }: UserRecord,
  at: string,
): Promise<UserRecord> {
  // Locks the row, so that a reset waits for the new session and ends it.
  await users.setSignedIn(id, at);
  const user = await users.find(id);
  if (user === undefined || user.password !== password) throw wrongPassword();
  return user;
}

function wrongPassword(): ServiceError {
  return rejectedSignIn('the e-mail address or the password is wrong');
}

/** Finds the person and opens their session, in one transaction with the entries in the logs of their stores. */
export function signIn(
  deps: SessionDeps & AuditedDeps,
  find: (repositories: Repositories) => Promise<UserRecord>,
  client: Client,
  { by, authenticatedAt }: { readonly by: string; readonly authenticatedAt?: number | undefined },
): Promise<NewSession> {
  return audited(
    deps,
    async (joined) => openSession(joined, await find(joined.repositories), client.userAgent, authenticatedAt),
    ({ user, stores }) => ({
      storeIds: stores.map(({ id }) => id),
      actor: { name: user.email, address: client.address },
      action: 'session.signed_in',
      subject: user.id,
      detail: `by ${by}`,
    }),
  );
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
