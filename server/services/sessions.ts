import { hashSecret, newSecret } from '../auth/secret.ts';
import { type DatabaseDeps, type ServiceContext, systemActor } from '../db/database.ts';
import type { SessionRecord, StoreOfUser, UserRecord } from '../db/records.ts';
import { readUser, storesOfUser } from '../db/users.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { auditEach } from './audit.ts';

const minuteMs = 60_000;
/** How long a session lives without a request, and in all (decision 0039). */
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** How long ago a sign-in may be for operations that need a recent one. */
export const maxRecentMs = 5 * minuteMs;
/** `last_used_at` is written at most once in this time. */
const usedEveryMs = minuteMs;
const maxUserAgentLength = 200;

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
  { allStores, now }: ServiceContext,
  user: UserRecord,
  userAgent: string | undefined,
  authenticatedAt = Date.parse(now),
): Promise<SignedIn & { readonly secret: string }> {
  const secret = newSecret();
  const session = {
    id: newId('ses'),
    hash: hashSecret(secret),
    user_id: user.id,
    user_agent: userAgent?.toWellFormed().slice(0, maxUserAgentLength) ?? null,
    signed_in_at: new Date(Math.min(authenticatedAt, Date.parse(now))).toISOString(),
    last_used_at: now,
  };
  await allStores('sessions')
    .where('signed_in_at', '<', later(now, -maxSessionMs))
    .orWhere('last_used_at', '<', later(now, -maxIdleMs))
    .delete();
  await allStores('sessions').insert(session);
  await allStores('users').where({ id: user.id }).update({ last_sign_in_at: now });
  const stores = await storesOfUser(allStores, user.id);
  return { secret, session, user: { ...user, last_sign_in_at: now }, stores };
}

/** The session of a cookie's secret; undefined when it is unknown, expired or ended. Renews its idle time. */
export async function findSession(deps: DatabaseDeps, secret: string): Promise<SignedIn | undefined> {
  const { database, clock } = deps;
  const found = await database.readAll(async (all) => {
    const session = await all('sessions')
      .where({ hash: hashSecret(secret) })
      .first();
    const user = session && (await readUser(all, { id: session.user_id }));
    return session && user && { user, session, stores: await storesOfUser(all, user.id) };
  });
  if (found === undefined || expiresAt(found.session) <= clock.now()) return undefined;
  if (clock.now() - Date.parse(found.session.last_used_at) >= usedEveryMs) {
    await database.changeAll(systemActor, (context) => renewSession(context, found.session));
  }
  return found;
}

/** No entry in the audit log: a session is renewed by every request, once a minute. */
export async function renewSession(
  { allStores, now }: ServiceContext,
  { id }: Pick<SessionRecord, 'id'>,
): Promise<void> {
  await allStores('sessions').where({ id }).update({ last_used_at: now });
}

/** When a session ends unless it is used, in milliseconds since the epoch. */
export function expiresAt({ signed_in_at: signedInAt, last_used_at: lastUsedAt }: SessionRecord): number {
  return Math.min(Date.parse(signedInAt) + maxSessionMs, Date.parse(lastUsedAt) + maxIdleMs);
}

/** Whether the sign-in is at most 5 minutes ago. */
export function isRecent({ signed_in_at: signedInAt }: SessionRecord, clock: Pick<Clock, 'now'>): boolean {
  return clock.now() - Date.parse(signedInAt) <= maxRecentMs;
}

/** The sessions of a person that are not expired, last used first. */
export async function listSessions(
  { database, clock }: DatabaseDeps,
  userId: string,
): Promise<SessionRecord[]> {
  const sessions = await database.readAll(async (all) =>
    all('sessions').where({ user_id: userId }).orderBy('last_used_at', 'desc'),
  );
  return sessions.filter((session) => expiresAt(session) > clock.now());
}

/** Ends one session of a person. Throws ServiceError `not_found`, also for another person's. */
export async function endSession(
  context: ServiceContext,
  { user, stores }: SignedIn,
  sessionId: string,
): Promise<void> {
  const ended = await context.allStores('sessions').where({ user_id: user.id, id: sessionId }).delete();
  if (ended === 0) throw new ServiceError('not_found', 'session not found');
  await auditEach(context, stores, { action: 'session.ended', subject: sessionId });
}

/** Ends all sessions of a person but the one of the request. */
export async function endOtherSessions(
  context: ServiceContext,
  { user, stores, session }: SignedIn,
): Promise<void> {
  await context.allStores('sessions').where({ user_id: user.id }).whereNot({ id: session.id }).delete();
  await auditEach(context, stores, { action: 'session.ended', detail: 'all others' });
}
