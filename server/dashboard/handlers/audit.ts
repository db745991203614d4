import { listAudit } from '../../services/audit.ts';
import type { HandlersOf } from '../handler.ts';

const defaultLimit = 50;

/** The audit log of a store. */
export const auditHandlers: HandlersOf<'audit'> = {
  async listAuditLog(deps, { store, query }) {
    const page = { cursor: query.cursor, limit: query.limit ?? defaultLimit };
    const { entries, nextCursor } = await listAudit(deps, store.id, page);
    const views = entries.map(({ store_id: _store, ...entry }) => entry);
    return { status: 200, body: { entries: views, next_cursor: nextCursor } };
  },
};
