import { hashSecret, newSecret } from '../auth/secret.ts';
import type { SessionRecord, StoreOfUser, UserRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, audited, type AuditedDeps } from './audit.ts';

const minuteMs = 60_000;
/** How long a session lives without a request, and in all (decision 0039). */
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** How long ago a sign-in may be for operations that need a recent one. */
export const maxRecentMs = 5 * minuteMs;
/** `last_used_at` is written at most once in this time. */
const usedEveryMs = minuteMs;
const maxUserAgentLength = 200;

export interface SessionDeps {
  readonly repositories: Pick<Repositories, 'users' | 'sessions'>;
  readonly clock: Clock;
}

/** A person with a session that is not expired, and the stores that they may open now. */
export interface SignedIn {
  readonly user: UserRecord;
  readonly session: SessionRecord;
  readonly stores: readonly StoreOfUser[];
}

/**
 * Begins a session of a person with a new secret, which only the cookie holds. It counts from `authenticatedAt`, in
 * milliseconds since the epoch: a provider may have asked for the password minutes ago.
 */
export async function openSession(
  deps: SessionDeps,
  user: UserRecord,
  userAgent: string | undefined,
  authenticatedAt = deps.clock.now(),
): Promise<SignedIn & { readonly secret: string }> {
  const { repositories, clock } = deps;
  const secret = newSecret();
  const now = timestamp(clock);
  const session = {
    id: newId('ses'),
    hash: hashSecret(secret),
    userId: user.id,
    userAgent: userAgent?.toWellFormed().slice(0, maxUserAgentLength) ?? null,
    signedInAt: new Date(Math.min(authenticatedAt, clock.now())).toISOString(),
    lastUsedAt: now,
  };
  await repositories.sessions.removeExpired({
    signedInBefore: before(clock, maxSessionMs),
    usedBefore: before(clock, maxIdleMs),
  });
  await repositories.sessions.insert(session);
  await repositories.users.setSignedIn(user.id, now);
  const signedIn = { ...user, lastSignInAt: now };
  return { secret, session, user: signedIn, stores: await repositories.users.listStores(user.id) };
}

/** The session of a cookie's secret; undefined when it is unknown, expired or ended. Renews its idle time. */
export async function findSession(deps: SessionDeps, secret: string): Promise<SignedIn | undefined> {
  const { repositories, clock } = deps;
  const session = await repositories.sessions.findByHash(hashSecret(secret));
  if (session === undefined || expiresAt(session) <= clock.now()) return undefined;
  const user = await repositories.users.find(session.userId);
  if (user === undefined) return undefined;
  if (clock.now() - Date.parse(session.lastUsedAt) >= usedEveryMs) {
    await repositories.sessions.setUsed(session.id, timestamp(clock));
  }
  return { user, session, stores: await repositories.users.listStores(user.id) };
}

/** When a session ends unless it is used, in milliseconds since the epoch. */
export function expiresAt({ signedInAt, lastUsedAt }: SessionRecord): number {
  return Math.min(Date.parse(signedInAt) + maxSessionMs, Date.parse(lastUsedAt) + maxIdleMs);
}

/** Whether the sign-in is at most 5 minutes ago. */
export function isRecent({ signedInAt }: SessionRecord, clock: Pick<Clock, 'now'>): boolean {
  return clock.now() - Date.parse(signedInAt) <= maxRecentMs;
}

/** The sessions of a person that are not expired, last used first. */
export async function listSessions(deps: SessionDeps, userId: string): Promise<SessionRecord[]> {
  const sessions = await deps.repositories.sessions.list(userId);
  return sessions.filter((session) => expiresAt(session) > deps.clock.now());
}

/** Ends one session of a person. Throws ServiceError `not_found`, also for another person's. */
export function endSession(
  deps: AuditedDeps,
  { user, stores }: SignedIn,
  sessionId: string,
  actor: Actor,
): Promise<void> {
  return audited(
    deps,
    async ({ repositories }) => {
      if (await repositories.sessions.remove(user.id, sessionId)) return;
      throw new ServiceError('not_found', 'session not found');
    },
    () => ({ storeIds: stores.map(({ id }) => id), actor, action: 'session.ended', subject: sessionId }),
  );
}

/** Ends the session that a browser had before it signed in again: its cookie is replaced. */
export async function endReplacedSession(
  { repositories }: Pick<SessionDeps, 'repositories'>,
  old: SignedIn | undefined,
): Promise<void> {
  if (old !== undefined) await repositories.sessions.remove(old.user.id, old.session.id);
}

/** Ends all sessions of a person but the one of the request. */
export function endOtherSessions(
  deps: AuditedDeps,
  { user, stores, session }: SignedIn,
  actor: Actor,
): Promise<void> {
  const detail = 'all others';
  return audited(
    deps,
    ({ repositories }) => repositories.sessions.removeOthers(user.id, session.id),
    () => ({ storeIds: stores.map(({ id }) => id), actor, action: 'session.ended', detail }),
  );
}

function before(clock: Clock, ms: number): string {
  return new Date(clock.now() - ms).toISOString();
}
