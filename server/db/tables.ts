import type { Knex } from 'knex';
import type { JsonTable, Row } from './columns.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  AuditRecord,
  ChatbotRecord,
  ConnectionRecord,
  ConversationRecord,
  IdempotentRequest,
  MessageRecord,
  RequestHourRecord,
  RequestMinuteRecord,
  StoredReply,
  StoreRecord,
  WidgetEventRecord,
} from './records.ts';
import type { ServiceStateRecord } from './service-state.ts';
import type { SpendingReservation, StoreMonthRecord } from './store-spending.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    agents: Table<'agents', AgentRecord>;
    api_keys: ApiKeyRecord;
    audit_log: AuditRecord;
    chatbots: Table<'chatbots', ChatbotRecord>;
    connections: ConnectionRecord;
    conversation_locks: { readonly id: number; readonly conversation_id: string };
    conversations: ConversationRecord;
    idempotent_requests: IdempotentRequest;
    messages: MessageRecord;
    replies: StoredReply;
    request_hours: RequestHourRecord;
    request_minutes: Omit<RequestMinuteRecord, 'rejected'>;
    service_state: ServiceStateRecord;
    spending_reservations: SpendingReservation;
    store_months: StoreMonthRecord;
    stores: StoreRecord;
    widget_events: WidgetEventRecord;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
