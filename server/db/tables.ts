import type { Knex } from 'knex';
import type { JsonTable, Row } from './columns.ts';
import type { ConversationRow } from './conversation-row.ts';
import type { AgentRecord, ApiKeyRecord, AuditRecord, ChatbotRecord } from './records.ts';
import type { IdempotencyRow } from './idempotency-repository.ts';
import type { StoreRow } from './store-repository.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    agents: Table<'agents', AgentRecord>;
    api_keys: ApiKeyRecord;
    audit_log: AuditRecord;
    chatbots: Table<'chatbots', ChatbotRecord>;
    conversations: ConversationRow;
    idempotent_requests: IdempotencyRow;
    stores: StoreRow;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
