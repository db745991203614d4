import type { AuditRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';

export interface AuditDeps {
  readonly repositories: Pick<Repositories, 'audit'>;
  readonly clock: Clock;
}

/** Who does something. */
export interface Actor {
  /** An e-mail address, or `operator`. */
  readonly name: string;
  /** The address that the request came from; null for a command. */
  readonly address: string | null;
}

/** Whoever runs commands on the server. */
export const operatorActor: Actor = { name: 'operator', address: null };

export type AuditAction =
  | 'session.signed_in'
  | 'password.set'
  | 'api_key.created'
  | 'api_key.revealed'
  | 'api_key.regenerated'
  | 'api_key.revoked'
  | 'member.invited'
  | 'member.role_changed'
  | 'member.removed'
  | 'conversation.deleted';

/** What was done, without secrets. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The id of what it was done to. */
  readonly subject?: string;
  readonly detail?: string;
}

/** Writes an entry into the audit log of a store. The caller sends its response afterwards (decision 0039). */
export async function recordAudit(
  deps: AuditDeps,
  storeId: string,
  actor: Actor,
  { action, subject, detail }: AuditEvent,
): Promise<void> {
  await deps.repositories.audit.insert(storeId, {
    id: newId('aud'),
    storeId,
    at: timestamp(deps.clock),
    actor: actor.name,
    address: actor.address,
    action,
    subject: subject ?? null,
    detail: detail ?? null,
  });
}

export interface AuditPage {
  readonly entries: readonly AuditRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The audit log of a store, newest first. Throws ServiceError `invalid_request` for an unknown cursor. */
export async function listAudit(
  { repositories }: Pick<AuditDeps, 'repositories'>,
  storeId: string,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<AuditPage> {
  // One more shows whether there is a next page.
  const found = await repositories.audit.list(storeId, { after: cursor, limit: limit + 1 });
  if (found === undefined) throw new ServiceError('invalid_request', 'cursor is unknown');
  const entries = found.slice(0, limit);
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
