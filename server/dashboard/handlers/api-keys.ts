import { allKeys, findKey } from '../../db/api-keys.ts';
import type { ApiKeyRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import {
  createKey,
  regenerateKey,
  type RevealedKey,
  revealKey,
  revokeKey,
  updateConnectionFile,
} from '../../services/api-keys.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';

const hourMs = 3_600_000;

/** The API keys of a store (source 5.4). */
export const apiKeyHandlers: HandlersOf<'api-keys'> = {
  async listApiKeys({ database }, { store }) {
    const keys = await allKeys(database.reader(store.id));
    return { status: 200, body: { api_keys: keys.map(keyView) } };
  },

  async createApiKey({ database, keyring, recordDatabase }, call) {
    const { note } = call.body;
    const created = await database.change(changeBy(call), (context) => createKey(context, keyring, note));
    await recordDatabase();
    return { status: 201, body: revealedView(created) };
  },

  async revealApiKey({ database, keyring }, call) {
    const { id, revoked_at: revokedAt } = await findKey(database.reader(call.store.id), call.path.key_id);
    if (revokedAt !== null) throw new ServiceError('conflict', 'the key is revoked');
    const revealed = await database.change(changeBy(call), (context) => revealKey(context, keyring, id));
    return { status: 200, body: revealedView(revealed) };
  },

  async regenerateApiKey(deps, call) {
    const input = { keyId: call.path.key_id, overlapMs: call.body.overlap_hours * hourMs };
    const regenerated = await deps.database.change(changeBy(call), (context) =>
      regenerateKey(context, deps.keyring, input),
    );
    updateConnectionFile(deps, regenerated);
    await deps.recordDatabase();
    return { status: 200, body: revealedView(regenerated) };
  },

  async revokeApiKey({ database }, call) {
    const revoked = await database.change(changeBy(call), (context) => revokeKey(context, call.path.key_id));
    return { status: 200, body: keyView(revoked) };
  },
};

function revealedView({ key, record }: RevealedKey): Schemas['RevealedApiKey'] {
  return { key, api_key: keyView(record) };
}

function keyView(key: ApiKeyRecord): Schemas['ApiKey'] {
  const { id, note, hint, created_at, last_used_at, expires_at, revoked_at } = key;
  return { id, note, hint, created_at, last_used_at, expires_at, revoked_at };
}
