import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { isPostgres } from './connect.ts';
import type { GroupCommit } from './group-commit.ts';
import { oftenReadRows, rawRows } from './raw-rows.ts';
import type { MessageOutcome, MessageRecord } from './records.ts';
import type { MessageRepository, NewMessage } from './repositories.ts';
import { prepared } from './sqlite-handle.ts';

interface MessageRow {
  id: string;
  store_id: string;
  conversation_id: string;
  position: number;
  role: 'user' | 'assistant';
  content: string;
  outcome: MessageOutcome;
  usage: string | null;
  created_at: string;
}

const listSql = 'select * from messages where store_id = ? and conversation_id = ? order by position desc';

/** Messages over the table `messages`. */
export function createMessageRepository(db: Knex, commits: GroupCommit): MessageRepository {
  return {
    async append(storeId, message) {
      const position = isPostgres(db)
        ? await appendLocked(db, toRow(storeId, message))
        : await commits.write((connection) => appendIn(connection, storeId, message));
      return { ...message, storeId, position };
    },
    async list(storeId, conversationId, newest) {
      const thread = [storeId, conversationId];
      const rows =
        newest === undefined
          ? await oftenReadRows<MessageRow>(db, listSql, thread)
          : await oftenReadRows<MessageRow>(db, `${listSql} limit ?`, [...thread, newest]);
      return rows.reverse().map(toMessage);
    },
  };
}

type NewRow = Omit<MessageRow, 'position'>;

// As with agents: in PostgreSQL two appends would both find the same last position, so the thread is locked.
function appendLocked(db: Knex, row: NewRow): Promise<number> {
  return db.transaction(async (trx) => {
    const thread = trx('conversations').where({ store_id: row.store_id, id: row.conversation_id });
    await thread.forNoKeyUpdate().select('id');
    return appendNext(trx, row);
  });
}

async function appendNext(db: Knex, row: NewRow): Promise<number> {
  const { sql, bindings } = appendOf(row);
  return positionIn(await rawRows(db, sql, bindings));
}

/** Appends within a write of SQLite, and returns the position. */
export function appendIn(connection: Database, storeId: string, message: NewMessage): number {
  const { sql, bindings } = appendOf(toRow(storeId, message));
  return positionIn(prepared(connection, sql).all(...bindings));
}

/** Appends within a transaction of PostgreSQL that holds the conversation. */
export async function appendWith(trx: Knex, storeId: string, message: NewMessage): Promise<void> {
  await appendNext(trx, toRow(storeId, message));
}

function appendOf(row: NewRow): { sql: string; bindings: (string | null)[] } {
  const columns = Object.keys(row);
  const values: (string | null)[] = Object.values(row);
  return {
    // With values: SQLite takes a tenth longer for what a select brings.
    sql: `insert into messages (${columns.join(', ')}, position) values (${columns.map(() => '?').join(', ')},
     (select coalesce(max(position) + 1, 0) from messages where store_id = ? and conversation_id = ?))
     returning position`,
    bindings: [...values, row.store_id, row.conversation_id],
  };
}

/** The statement's own column list guarantees the position. */
function positionIn(rows: readonly unknown[]): number {
  const [inserted] = rows as readonly { readonly position: number }[];
  if (inserted === undefined) throw new Error('the database returned no position for a message');
  return inserted.position;
}

function toMessage(row: MessageRow): MessageRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    conversationId: row.conversation_id,
    position: row.position,
    role: row.role,
    content: row.content,
    outcome: row.outcome,
    usage: row.usage,
    createdAt: row.created_at,
  };
}

function toRow(storeId: string, message: NewMessage): NewRow {
  return {
    id: message.id,
    store_id: storeId,
    conversation_id: message.conversationId,
    role: message.role,
    content: message.content,
    outcome: message.outcome,
    usage: message.usage,
    created_at: message.createdAt,
  };
}
