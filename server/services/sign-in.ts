import { hashPassword, verifyPassword } from '../auth/password.ts';
import { hashSecret } from '../auth/secret.ts';
import type { UserRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { timestamp } from '../support/clock.ts';
import { recordAudit, type AuditDeps } from './audit.ts';
import type { LocalCode } from './local-code.ts';
import { admitSignIn } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { openSession, type SessionDeps, type SignedIn } from './sessions.ts';
import { normalEmail } from './users.ts';

export interface SignInDeps extends SessionDeps, AuditDeps {
  readonly repositories: Pick<Repositories, 'users' | 'sessions' | 'audit'>;
  readonly rateLimiter: RateLimiter;
  readonly localCode: LocalCode;
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
  admitSignIn(deps.rateLimiter, { address: client.address });
  const { users } = deps.repositories;
  const localUserId = deps.localCode.userOf(code, client.address);
  const user =
    localUserId === undefined
      ? await users.useCode(hashSecret(code), timestamp(deps.clock))
      : await users.find(localUserId);
  if (user === undefined) throw rejected('the sign-in code is invalid, used or expired');
  return signIn(deps, user, client, 'code');
}

/**
 * Signs in with a password. An unknown address costs the same work and has the same message as a wrong password.
 * Throws ServiceError `unauthorized` or `rate_limited`.
 */
export async function signInWithPassword(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
  client: Client,
): Promise<NewSession> {
  const email = normalEmail(input.email);
  admitSignIn(deps.rateLimiter, { address: client.address, account: email });
  const placeholder = await placeholderHash();
  const user = await deps.repositories.users.findByEmail(email);
  const isValid = await verifyPassword(input.password, user?.password ?? placeholder);
  if (user === undefined || user.password === null || !isValid) {
    throw rejected('the e-mail address or the password is wrong');
  }
  return signIn(deps, user, client, 'password');
}

async function signIn(deps: SignInDeps, user: UserRecord, client: Client, by: string): Promise<NewSession> {
  const opened = await openSession(deps, user, client.userAgent);
  const actor = { name: user.email, address: client.address };
  for (const store of opened.stores) {
    await recordAudit(deps, store.id, actor, {
      action: 'session.signed_in',
      subject: user.id,
      detail: `by ${by}`,
    });
  }
  return opened;
}

/** Of a password that nobody has; made once in a process. */
let madePlaceholder: Promise<string> | undefined;
function placeholderHash(): Promise<string> {
  return (madePlaceholder ??= hashPassword('no account has this password'));
}

function rejected(message: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Session' } });
}
