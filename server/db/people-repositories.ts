import type { AuditRecord, MemberRecord, Role, SessionRecord, StoreOfUser, UserRecord } from './records.ts';

// The people of the dashboard, their sessions, and what they did.

/** A person, their role in a store, and the code that they sign in with. */
export interface Invitation {
  /** Inserted unless a person has the address. */
  readonly user: UserRecord;
  readonly role: Role;
  readonly code: { readonly hash: string; readonly expiresAt: string };
  /** Whether a person who belongs to another store is rejected. */
  readonly onlyOfThisStore: boolean;
}

/** People belong to several stores, so they are looked up without one. */
export interface UserRepository {
  find(userId: string): Promise<UserRecord | undefined>;
  /** `email` is in lower case. */
  findByEmail(email: string): Promise<UserRecord | undefined>;
  /** In the order in which the person joined. */
  listStores(userId: string): Promise<StoreOfUser[]>;
  /** Oldest first. */
  listMembers(storeId: string): Promise<MemberRecord[]>;
  findMember(storeId: string, userId: string): Promise<MemberRecord | undefined>;
  /**
   * Adds a person to a store, or changes their role, and replaces their password, sessions and codes by a new code. One
   * transaction.
   */
  invite(storeId: string, invitation: Invitation): Promise<UserRecord | 'belongs_elsewhere' | 'last_owner'>;
  /** Deletes a code; the person, unless it was expired at `at`. */
  useCode(hash: string, at: string): Promise<UserRecord | undefined>;
  setPassword(userId: string, password: string): Promise<void>;
  setSignedIn(userId: string, at: string): Promise<void>;
  /** The last owner stays one; exact under concurrent calls. */
  setRole(storeId: string, userId: string, role: Role): Promise<'changed' | 'not_found' | 'last_owner'>;
  removeMember(storeId: string, userId: string): Promise<'changed' | 'not_found' | 'last_owner'>;
  /** The person of an account at an OpenID Connect provider. */
  findByIdentity(identity: Identity): Promise<UserRecord | undefined>;
  /** False when the account belongs to another person, or the person has another account of the issuer. */
  addIdentity(userId: string, identity: Identity, at: string): Promise<boolean>;
  /** Whether there is any person. */
  hasAny(): Promise<boolean>;
  /** Inserts a person as an owner of a store. */
  insertOwner(storeId: string, user: UserRecord): Promise<void>;
  /** Replaces the code with which the first person of the service is added. */
  setSetupCode(code: Invitation['code']): Promise<void>;
  /** Whether this is the present setup code, and not expired at `at`. */
  isSetupCode(hash: string, at: string): Promise<boolean>;
  removeSetupCode(): Promise<void>;
}

/** An account at an OpenID Connect provider; `subject` is unique within its issuer. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface SessionRepository {
  insert(session: SessionRecord): Promise<void>;
  findByHash(hash: string): Promise<SessionRecord | undefined>;
  /** Last used first, expired ones too. */
  list(userId: string): Promise<SessionRecord[]>;
  setUsed(id: string, at: string): Promise<void>;
  remove(userId: string, id: string): Promise<boolean>;
  removeOthers(userId: string, id: string): Promise<void>;
  removeExpired(limits: { readonly signedInBefore: string; readonly usedBefore: string }): Promise<void>;
}

export interface AuditRepository {
  insert(storeId: string, entry: AuditRecord): Promise<void>;
  /** Newest first, those after the entry `after`; undefined when there is no such entry. */
  list(
    storeId: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<AuditRecord[] | undefined>;
}
