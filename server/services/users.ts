import { z } from 'zod';
import { hashPassword } from '../auth/password.ts';
import { hashSecret, newSecret } from '../auth/secret.ts';
import type { Database } from '../db/database.ts';
import type { MemberRecord, Role, UserRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, audited, operatorActor } from './audit.ts';
import { parseInput } from './parse-input.ts';
import type { SignedIn } from './sessions.ts';
import { findStore } from './stores.ts';

/** How long a sign-in code is valid (decision 0039). */
export const codeMs = 15 * 60_000;

export interface UserDeps {
  readonly database: Database;
  readonly repositories: Pick<Repositories, 'users' | 'transaction'>;
  readonly clock: Clock;
}

export const roles = ['owner', 'member'] as const satisfies readonly Role[];

export const emailInput = z.email('must be an e-mail address').max(254, 'must be at most 254 characters');

const invitationInput = z.object({
  email: emailInput,
  role: z.enum(roles, `must be one of ${roles.join(', ')}`),
});

export type InvitationInput = z.input<typeof invitationInput>;

/** A person of a store and the code that they sign in with. Show it to the person who passes it on; never log it. */
export interface Invited {
  readonly member: MemberRecord;
  readonly code: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** E-mail addresses are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/**
 * Adds a person to a store, or gives one who is in it a new role and a new sign-in code; their password and sessions end.
 * An owner cannot invite a person who belongs to another store; an operator can (decision 0039).
 * Throws ServiceError `invalid_request`, `not_found` for the store, or `conflict`.
 */
export async function inviteMember(
  deps: UserDeps,
  storeId: string,
  input: InvitationInput,
  actor: Actor,
): Promise<Invited> {
  const { email, role } = parseInput(invitationInput, input);
  const store = await findStore(deps, storeId);
  const now = timestamp(deps.clock);
  const code = newSecret();
  const expiresAt = new Date(deps.clock.now() + codeMs).toISOString();
  const invitation = {
    user: { id: newId('usr'), email: normalEmail(email), password: null, createdAt: now, lastSignInAt: null },
    role,
    code: { hash: hashSecret(code), expiresAt },
    onlyOfThisStore: actor !== operatorActor,
  };
  const member = await audited(
    deps,
    async (joined) => {
      const user = requireInvited(await joined.repositories.users.invite(store.id, invitation));
      return findMember(joined, store.id, user.id);
    },
    ({ userId, email: invited }) => {
      const detail = `${invited} as ${role}`;
      return { storeIds: [store.id], actor, action: 'member.invited', subject: userId, detail };
    },
  );
  return { member, code, expiresAt };
}

function requireInvited(user: UserRecord | 'belongs_elsewhere' | 'last_owner'): UserRecord {
  if (user === 'last_owner') throw lastOwner();
  if (user !== 'belongs_elsewhere') return user;
  const message =
    'this person belongs to another store: an operator adds them with agent-service users invite';
  throw new ServiceError('conflict', message);
}

/** The people of a store, oldest first. Throws ServiceError `not_found`. */
export async function listMembers(deps: UserDeps, storeId: string): Promise<MemberRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.users.listMembers(store.id);
}

/** Changes a person's role in a store. Throws ServiceError `not_found`, or `conflict` for the last owner. */
export function changeRole(
  deps: UserDeps,
  storeId: string,
  { userId, role }: { readonly userId: string; readonly role: Role },
  actor: Actor,
): Promise<MemberRecord> {
  return audited(
    deps,
    async (joined) => {
      requireMemberChanged(await joined.repositories.users.setRole(storeId, userId, role));
      return findMember(joined, storeId, userId);
    },
    ({ email }) => {
      const detail = `${email} is ${role}`;
      return { storeIds: [storeId], actor, action: 'member.role_changed', subject: userId, detail };
    },
  );
}

/** Removes a person from a store. Throws ServiceError `not_found`, or `conflict` for the last owner. */
export function removeMember(
  deps: UserDeps,
  storeId: string,
  userId: string,
  actor: Actor,
): Promise<MemberRecord> {
  return audited(
    deps,
    async (joined) => {
      const member = await findMember(joined, storeId, userId);
      requireMemberChanged(await joined.repositories.users.removeMember(storeId, userId));
      return member;
    },
    ({ email }) => {
      return { storeIds: [storeId], actor, action: 'member.removed', subject: userId, detail: email };
    },
  );
}

/**
 * Sets a person's password, of at least 12 characters, and ends their other sessions. Throws ServiceError `unauthorized`
 * when the session has ended since, as a reset of the account ends it.
 */
export async function setPassword(
  deps: UserDeps,
  { user, session, stores }: SignedIn,
  password: string,
  actor: Actor,
): Promise<void> {
  const hash = await hashPassword(password);
  await audited(
    deps,
    async ({ repositories }) => {
      // First, since it locks the person's row: a reset waits, or has ended the session.
      await repositories.users.setPassword(user.id, hash);
      if ((await repositories.sessions.findByHash(session.hash)) === undefined) throw sessionEnded();
      await repositories.sessions.removeOthers(user.id, session.id);
    },
    () => ({ storeIds: stores.map(({ id }) => id), actor, action: 'password.set', subject: user.id }),
  );
}

interface FindDeps {
  readonly repositories: Pick<Repositories, 'users'>;
}

async function findMember(deps: FindDeps, storeId: string, userId: string): Promise<MemberRecord> {
  const member = await deps.repositories.users.findMember(storeId, userId);
  if (member === undefined) throw notFound();
  return member;
}

function requireMemberChanged(outcome: 'changed' | 'not_found' | 'last_owner'): void {
  if (outcome === 'last_owner') throw lastOwner();
  if (outcome === 'not_found') throw notFound();
}

function sessionEnded(): ServiceError {
  return new ServiceError('unauthorized', 'sign in first', { headers: { 'WWW-Authenticate': 'Session' } });
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'the store has no such person');
}

function lastOwner(): ServiceError {
  return new ServiceError('conflict', 'the last owner of a store stays its owner: add another one first');
}
