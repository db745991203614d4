import type { ApiKeyRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import {
  createKey,
  findKeyOfStore,
  listKeys,
  regenerateKey,
  type RevealedKey,
  revealKey,
  revokeKey,
} from '../../services/api-keys.ts';
import { actorOf, type HandlersOf, type Schemas } from '../handler.ts';

const hourMs = 3_600_000;

/** The API keys of a store (source 5.4). */
export const apiKeyHandlers: HandlersOf<'api-keys'> = {
  async listApiKeys(deps, { store }) {
    return { status: 200, body: { api_keys: (await listKeys(deps, store.id)).map(keyView) } };
  },

  async createApiKey(deps, call) {
    const created = await createKey(deps, call.store.id, actorOf(call), call.body.note);
    await deps.recordDatabase();
    return { status: 201, body: revealedView(created) };
  },

  async revealApiKey(deps, call) {
    const { id, revokedAt } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    if (revokedAt !== null) throw new ServiceError('conflict', 'the key is revoked');
    return { status: 200, body: revealedView(await revealKey(deps, id, actorOf(call))) };
  },

  async regenerateApiKey(deps, call) {
    const { id } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    const overlapMs = call.body.overlap_hours * hourMs;
    const issued = await regenerateKey(deps, id, actorOf(call), overlapMs);
    await deps.recordDatabase();
    return { status: 200, body: revealedView(issued) };
  },

  async revokeApiKey(deps, call) {
    const { id } = await findKeyOfStore(deps, call.store.id, call.path.key_id);
    return { status: 200, body: keyView(await revokeKey(deps, id, actorOf(call))) };
  },
};

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
