import { listAudit } from '../../services/audit.ts';
import { changeBy, type HandlersOf } from '../handler.ts';
import { undoChange } from '../../services/undo.ts';

const defaultLimit = 50;

/** The audit log of a store. */
export const auditHandlers: HandlersOf<'audit'> = {
  async listAuditLog(deps, { store, query }) {
    const page = { cursor: query.cursor, limit: query.limit ?? defaultLimit };
    const { entries, next_cursor } = await listAudit(deps.database.reader(store.id), page);
    return { status: 200, body: { entries: [...entries], next_cursor } };
  },

  async undoChange({ database }, call) {
    await database.change(changeBy(call), (context) => undoChange(context, call.path.entry_id));
    return { status: 204, body: undefined };
  },
};
