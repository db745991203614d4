import type { Knex } from 'knex';
import type { JsonTable, Row } from './columns.ts';
import type { ConversationRow } from './conversation-row.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  AuditRecord,
  ChatbotRecord,
  ConnectionRecord,
  StoreRecord,
} from './records.ts';
import type { IdempotencyRow } from './idempotency-repository.ts';
import type { ServiceStateRecord } from './service-state.ts';
import type { StoreMonthRecord } from './store-spending.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    agents: Table<'agents', AgentRecord>;
    api_keys: ApiKeyRecord;
    audit_log: AuditRecord;
    chatbots: Table<'chatbots', ChatbotRecord>;
    connections: ConnectionRecord;
    conversations: ConversationRow;
    idempotent_requests: IdempotencyRow;
    service_state: ServiceStateRecord;
    store_months: StoreMonthRecord;
    stores: StoreRecord;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
