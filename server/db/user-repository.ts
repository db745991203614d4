import type { Knex } from 'knex';
import type { MemberRecord, Role, UserRecord } from './records.ts';
import type { Identity, Invitation, UserRepository } from './people-repositories.ts';
import type { Write } from './write.ts';

interface UserRow {
  id: string;
  email: string;
  password: string | null;
  created_at: string;
  last_sign_in_at: string | null;
}

interface MembershipRow {
  store_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

interface IdentityRow {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: string;
}

interface StateRow {
  name: string;
  value: string;
}

/** The row of `service_state` with the setup code's expiry and hash. */
const setupCode = { name: 'setup_code' };

interface CodeRow {
  hash: string;
  user_id: string;
  expires_at: string;
}

/** People over the tables `users`, `memberships` and `sign_in_codes`. */
export function createUserRepository(db: Knex, write: Write): UserRepository {
  return {
    find: (userId) => findUser(db, { id: userId }),
    findByEmail: (email) => findUser(db, { email }),
    async listStores(userId) {
      const rows = await db('memberships')
        .join('stores', 'stores.id', 'memberships.store_id')
        .where({ user_id: userId })
        .orderBy('memberships.sequence')
        .select({ id: 'stores.id', name: 'stores.name', role: 'memberships.role' });
      return rows;
    },
    async listMembers(storeId) {
      return (await members(db, storeId).orderBy('memberships.sequence')).map(toMember);
    },
    async findMember(storeId, userId) {
      const row = await members(db, storeId).where({ user_id: userId }).first();
      return row && toMember(row);
    },
    invite: (storeId, invitation) => write((trx) => invite(trx, storeId, invitation)),
    useCode: (hash, at) => write((trx) => useCode(trx, hash, at)),
    setPassword: (userId, password) =>
      write(async (trx) => void (await trx<UserRow>('users').where({ id: userId }).update({ password }))),
    setSignedIn: (userId, at) =>
      write(
        async (trx) =>
          void (await trx<UserRow>('users').where({ id: userId }).update({ last_sign_in_at: at })),
      ),
    setRole: (storeId, userId, role) =>
      write(async (trx) => {
        const outcome = await checkChange(trx, storeId, userId, role === 'owner');
        if (outcome === 'changed') await membership(trx, storeId, userId).update({ role });
        return outcome;
      }),
    removeMember: (storeId, userId) =>
      write(async (trx) => {
        const outcome = await checkChange(trx, storeId, userId, false);
        if (outcome === 'changed') await membership(trx, storeId, userId).delete();
        return outcome;
      }),
    hasAny: async () => (await db<UserRow>('users').first('id')) !== undefined,
    insertOwner: (storeId, user) =>
      write(async (trx) => {
        await trx<UserRow>('users').insert(toRow(user));
        const row = {
          store_id: storeId,
          user_id: user.id,
          role: 'owner',
          created_at: user.createdAt,
        } as const;
        await trx<MembershipRow>('memberships').insert(row);
      }),
    ...identityMethods(db, write),
    ...setupCodeMethods(db, write),
  };
}

type IdentityMethods = Pick<UserRepository, 'findByIdentity' | 'addIdentity'>;

function identityMethods(db: Knex, write: Write): IdentityMethods {
  return {
    async findByIdentity(identity) {
      const row = await identities(db, identity).first();
      return row && findUser(db, { id: row.user_id });
    },
    addIdentity: (userId, identity, at) => write((trx) => addIdentity(trx, userId, identity, at)),
  };
}

type SetupCodeMethods = Pick<UserRepository, 'setSetupCode' | 'isSetupCode' | 'removeSetupCode'>;

function setupCodeMethods(db: Knex, write: Write): SetupCodeMethods {
  return {
    setSetupCode: ({ hash, expiresAt }) =>
      write(async (trx) => {
        const row = { ...setupCode, value: `${expiresAt} ${hash}` };
        await trx<StateRow>('service_state').insert(row).onConflict('name').merge();
      }),
    async isSetupCode(hash, at) {
      const row = await db<StateRow>('service_state').where(setupCode).first();
      const [expiresAt = '', current] = row?.value.split(' ') ?? [];
      return current === hash && expiresAt > at;
    },
    removeSetupCode: () =>
      write(async (trx) => void (await trx<StateRow>('service_state').where(setupCode).delete())),
  };
}

async function findUser(db: Knex, where: Partial<UserRow>): Promise<UserRecord | undefined> {
  const row = await db<UserRow>('users').where(where).first();
  return row && toUser(row);
}

function identities(db: Knex, { issuer, subject }: Identity) {
  return db<IdentityRow>('user_identities').where({ issuer, subject });
}

async function addIdentity(
  trx: Knex.Transaction,
  userId: string,
  identity: Identity,
  at: string,
): Promise<boolean> {
  const { issuer, subject } = identity;
  const row = { issuer, subject, user_id: userId, created_at: at };
  await trx<IdentityRow>('user_identities').insert(row).onConflict().ignore();
  return (await identities(trx, identity).where({ user_id: userId }).first()) !== undefined;
}

function membership(trx: Knex.Transaction, storeId: string, userId: string) {
  return trx<MembershipRow>('memberships').where({ store_id: storeId, user_id: userId });
}

function members(db: Knex, storeId: string) {
  return db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .where({ store_id: storeId })
    .select('users.*', { role: 'memberships.role', added_at: 'memberships.created_at' });
}

/** Keeps concurrent transactions from changing the store's people until this one commits; SQLite has one writer. */
async function lockStore(trx: Knex.Transaction, storeId: string): Promise<void> {
  await trx('stores').where({ id: storeId }).forNoKeyUpdate().first('id');
}

/** Whether a person's role may change: the last owner stays one. */
async function checkChange(trx: Knex.Transaction, storeId: string, userId: string, staysOwner: boolean) {
  await lockStore(trx, storeId);
  const owners = await trx<MembershipRow>('memberships').where({ store_id: storeId, role: 'owner' });
  const isLastOwner = owners.length === 1 && owners[0]?.user_id === userId;
  if (isLastOwner && !staysOwner) return 'last_owner';
  return (await membership(trx, storeId, userId).first()) === undefined ? 'not_found' : 'changed';
}

async function invite(trx: Knex.Transaction, storeId: string, invitation: Invitation) {
  const { user, role, code, onlyOfThisStore } = invitation;
  await trx<UserRow>('users').insert(toRow(user)).onConflict('email').ignore();
  // In PostgreSQL the row lock keeps another store's invitation of the same person waiting.
  const row = await trx<UserRow>('users').where({ email: user.email }).forUpdate().first();
  if (row === undefined) throw new Error('the invited person was not stored');
  const elsewhere = trx<MembershipRow>('memberships')
    .where({ user_id: row.id })
    .whereNot({ store_id: storeId });
  if (onlyOfThisStore && (await elsewhere.first()) !== undefined) return 'belongs_elsewhere';
  if ((await checkChange(trx, storeId, row.id, role === 'owner')) === 'last_owner') return 'last_owner';
  await trx<MembershipRow>('memberships')
    .insert({ store_id: storeId, user_id: row.id, role, created_at: user.createdAt })
    .onConflict(['store_id', 'user_id'])
    .merge(['role']);
  await resetCredentials(trx, row.id);
  await trx<CodeRow>('sign_in_codes').insert({
    hash: code.hash,
    user_id: row.id,
    expires_at: code.expiresAt,
  });
  return toUser({ ...row, password: null });
}

/** Only the holder of a new code gets into the account (decision 0039). */
async function resetCredentials(trx: Knex.Transaction, userId: string): Promise<void> {
  await trx<UserRow>('users').where({ id: userId }).update({ password: null });
  await trx('sessions').where({ user_id: userId }).delete();
  await trx('sign_in_codes').where({ user_id: userId }).delete();
  await trx('user_identities').where({ user_id: userId }).delete();
}

async function useCode(trx: Knex.Transaction, hash: string, at: string): Promise<UserRecord | undefined> {
  const code = await trx<CodeRow>('sign_in_codes').where({ hash }).first();
  // Of two transactions that found it, one deletes it.
  const isUsed = (await trx<CodeRow>('sign_in_codes').where({ hash }).delete()) > 0;
  if (code === undefined || !isUsed || code.expires_at <= at) return undefined;
  return findUser(trx, { id: code.user_id });
}

function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    email: row.email,
    password: row.password,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  };
}

function toRow(user: UserRecord): UserRow {
  return {
    id: user.id,
    email: user.email,
    password: user.password,
    created_at: user.createdAt,
    last_sign_in_at: user.lastSignInAt,
  };
}

function toMember(row: UserRow & { role: Role; added_at: string }): MemberRecord {
  return {
    userId: row.id,
    email: row.email,
    role: row.role,
    addedAt: row.added_at,
    lastSignInAt: row.last_sign_in_at,
  };
}
