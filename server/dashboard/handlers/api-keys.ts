import type { ApiKeyRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import {
  createKey,
  listKeys,
  regenerateKey,
  type RevealedKey,
  revealKey,
  revokeKey,
} from '../../services/api-keys.ts';
import { recordAudit } from '../../services/audit.ts';
import { actorOf, type HandlersOf, type Schemas } from '../handler.ts';

const hourMs = 3_600_000;

/** The API keys of a store (source 5.4). Every reveal is in the audit log before the key is in a response. */
export const apiKeyHandlers: HandlersOf<'api-keys'> = {
  async listApiKeys(deps, { store }) {
    return { status: 200, body: { api_keys: (await listKeys(deps, store.id)).map(keyView) } };
  },

  async createApiKey(deps, call) {
    const created = await createKey(deps, call.store.id, call.body.note);
    const event = { action: 'api_key.created', subject: created.record.id } as const;
    await recordAudit(deps, call.store.id, actorOf(call), event);
    return { status: 201, body: revealedView(created) };
  },

  async revealApiKey(deps, call) {
    const { id, revokedAt } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    if (revokedAt !== null) throw new ServiceError('conflict', 'the key is revoked');
    await recordAudit(deps, call.store.id, actorOf(call), { action: 'api_key.revealed', subject: id });
    return { status: 200, body: revealedView(await revealKey(deps, id)) };
  },

  async regenerateApiKey(deps, call) {
    const { id } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    const hours = call.body.overlap_hours;
    const issued = await regenerateKey(deps, id, hours * hourMs);
    const detail = `replaced by ${issued.record.id}, valid for ${hours} h more`;
    await recordAudit(deps, call.store.id, actorOf(call), {
      action: 'api_key.regenerated',
      subject: id,
      detail,
    });
    return { status: 200, body: revealedView(issued) };
  },

  async revokeApiKey(deps, call) {
    const { id } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    const record = await revokeKey(deps, id);
    await recordAudit(deps, call.store.id, actorOf(call), { action: 'api_key.revoked', subject: id });
    return { status: 200, body: keyView(record) };
  },
};

/** A key of this store. Throws ServiceError `not_found`, also for another store's. */
async function findKeyOfStore(deps: Deps, storeId: string, keyId: string): Promise<ApiKeyRecord> {
  const record = await deps.repositories.keys.find(keyId);
  if (record?.storeId === storeId) return record;
  throw new ServiceError('not_found', 'there is no key with that id');
}

function revealedView({ key, record }: RevealedKey): Schemas['RevealedApiKey'] {
  return { key, api_key: keyView(record) };
}

function keyView(record: ApiKeyRecord): Schemas['ApiKey'] {
  return {
    id: record.id,
    note: record.note,
    hint: record.hint,
    created_at: record.createdAt,
    last_used_at: record.lastUsedAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
  };
}
