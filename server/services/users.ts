import { z } from 'zod';
import type { components } from '../../generated/dashboard.d.ts';
import { hashSecret, newSecret } from '../auth/secret.ts';
import type { Context, ServiceContext } from '../db/database.ts';
import type { MemberRecord, Role } from '../db/records.ts';
import { readMember } from '../db/users.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit, auditEach, operatorActor } from './audit.ts';
import { parseInput } from './parse-input.ts';
import type { SignedIn } from './sessions.ts';

/** How long a sign-in code is valid (decision 0039), one that goes out by mail, and one that its person asked for. */
export const codeMs = 15 * 60_000;
export const mailedCodeMs = 24 * 60 * 60_000;
export const requestedCodeMs = 60 * 60_000;

export const roles = ['owner', 'member'] as const satisfies readonly Role[];

export const emailInput = z.email('must be an e-mail address').max(254, 'must be at most 254 characters');

const invitationInput = z.object({
  email: emailInput,
  role: z.enum(roles, `must be one of ${roles.join(', ')}`),
});

export type InvitationInput = z.input<typeof invitationInput>;

/** A person of a store and the code that they sign in with. Show it to the person who passes it on; never log it. */
export type Invited = components['schemas']['InvitedMember'] & { readonly code: string };

/** E-mail addresses are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/**
 * Adds a person to the store, or gives one who is in it a new role and a new sign-in code; their password and sessions end.
 * An owner cannot invite a person who belongs to another store; an operator can (decision 0039).
 * Throws ServiceError `invalid_request` or `conflict`.
 */
export async function inviteMember(
  context: Context,
  input: InvitationInput,
  validMs = codeMs,
): Promise<Invited> {
  const { allStores, tables, storeId: store_id, now, actor } = context;
  const { email: given, role } = parseInput(invitationInput, input);
  const email = normalEmail(given);
  const added = { id: newId('usr'), email, password: null, created_at: now, last_sign_in_at: null };
  await allStores('users').insert(added).onConflict('email').ignore();
  // In PostgreSQL the row lock keeps another store's invitation of the same person waiting.
  const user = await allStores('users').where({ email }).forUpdate().first();
  if (user === undefined) throw new Error('the invited person was not stored');
  const elsewhere = allStores('memberships').where({ user_id: user.id }).whereNot({ store_id });
  if (actor !== operatorActor && (await elsewhere.first()) !== undefined) throw belongsElsewhere();
  await keepAnOwner(context, user.id, role);
  await tables('memberships')
    .insert({ store_id, user_id: user.id, role, created_at: now })
    .onConflict(['store_id', 'user_id'])
    .merge(['role']);
  await resetCredentials(context, user.id);
  const link = await createCode(context, user.id, validMs);
  await audit(context, { action: 'member.invited', subject: user.id, detail: `${email} as ${role}` });
  return { member: await findMember(context, user.id), ...link };
}

/** Makes the code of a sign-in link, in place of those of the person that are expired. Never log it. */
export async function createCode(
  { allStores, now }: Pick<ServiceContext, 'allStores' | 'now'>,
  user_id: string,
  validMs: number,
): Promise<Pick<Invited, 'code' | 'expires_at'>> {
  const code = newSecret();
  const expires_at = later(now, validMs);
  await allStores('sign_in_codes').where({ user_id }).where('expires_at', '<=', now).delete();
  await allStores('sign_in_codes').insert({ hash: hashSecret(code), user_id, expires_at });
  return { code, expires_at };
}

/** Only the holder of a new code gets into the account (decision 0039). */
async function resetCredentials({ allStores }: Context, userId: string): Promise<void> {
  await allStores('users').where({ id: userId }).update({ password: null });
  for (const table of ['sessions', 'sign_in_codes', 'user_identities'] as const)
    await allStores(table).where({ user_id: userId }).delete();
}

/** Changes a person's role in the store. Throws ServiceError `not_found`, or `conflict` for the last owner. */
export async function changeRole(context: Context, userId: string, role: Role): Promise<MemberRecord> {
  await keepAnOwner(context, userId, role);
  const member = await findMember(context, userId);
  await context.tables('memberships').where({ user_id: userId }).update({ role });
  const detail = `${member.email} is ${role}`;
  await audit(context, { action: 'member.role_changed', subject: userId, detail });
  return { ...member, role };
}

/** Removes a person from the store. Throws ServiceError `not_found`, or `conflict` for the last owner. */
export async function removeMember(context: Context, userId: string): Promise<MemberRecord> {
  await keepAnOwner(context, userId, null);
  const member = await findMember(context, userId);
  await context.tables('memberships').where({ user_id: userId }).delete();
  await audit(context, { action: 'member.removed', subject: userId, detail: member.email });
  return member;
}

/** Locks the people of the store until the commit. Throws ServiceError `conflict` for a change that leaves no owner. */
async function keepAnOwner({ tables }: Context, userId: string, role: Role | null): Promise<void> {
  // SQLite has one writer anyway.
  await tables('stores').forNoKeyUpdate().first('id');
  const owners = await tables('memberships').where({ role: 'owner' }).pluck('user_id');
  if (role === 'owner' || owners.length !== 1 || owners[0] !== userId) return;
  throw new ServiceError('conflict', 'the last owner of a store stays its owner: add another one first');
}

async function findMember(context: Context, userId: string): Promise<MemberRecord> {
  return requireFound(await readMember(context, userId), 'the store has no such person');
}

/**
 * Sets a person's password, given as `hashPassword` returns it, and ends their other sessions. Throws ServiceError
 * `unauthorized` when the session has ended since, as a reset of the account ends it.
 */
export async function setPassword(
  context: ServiceContext,
  { user, session, stores }: SignedIn,
  password: string,
): Promise<void> {
  const { allStores } = context;
  // First, since it locks the person's row: a reset waits, or has ended the session.
  await allStores('users').where({ id: user.id }).update({ password });
  const { id } = session;
  if ((await allStores('sessions').where({ id }).first()) === undefined) throw sessionEnded();
  await allStores('sessions').where({ user_id: user.id }).whereNot({ id }).delete();
  await auditEach(context, stores, { action: 'password.set', subject: user.id });
}

function sessionEnded(): ServiceError {
  return new ServiceError('unauthorized', 'sign in first', { headers: { 'WWW-Authenticate': 'Session' } });
}

function belongsElsewhere(): ServiceError {
  return new ServiceError(
    'conflict',
    'this person belongs to another store: an operator adds them with agent-service users invite',
  );
}
