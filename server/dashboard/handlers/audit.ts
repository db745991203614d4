import { listAudit } from '../../services/audit.ts';
import type { HandlersOf } from '../handler.ts';

const defaultLimit = 50;

/** The audit log of a store. */
export const auditHandlers: HandlersOf<'audit'> = {
  async listAuditLog(deps, { store, query }) {
    const page = { cursor: query.cursor, limit: query.limit ?? defaultLimit };
    const { entries, next_cursor } = await listAudit(deps.database.reader(store.id), page);
    return { status: 200, body: { entries: [...entries], next_cursor } };
  },
};
