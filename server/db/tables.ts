import type { Knex } from 'knex';
import type { ProductRecord, SynonymsRecord } from './catalog.ts';
import type { JsonTable, Row } from './columns.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  AuditRecord,
  CatalogImportRecord,
  ChatbotRecord,
  ConnectionRecord,
  IdentityRecord,
  KnowledgeDocument,
  MembershipRecord,
  QuestionImprovement,
  SessionRecord,
  SignInCodeRecord,
  SourceRecord,
  StoreRecord,
  UserRecord,
  ConversationRecord,
  IdempotentRequest,
  MessageRecord,
  StoredReply,
} from './records.ts';
import type { LeftMessageRecord } from './left-messages.ts';
import type { DeliveryRecord, NoticeRecord, WebhookRecord } from './notices.ts';
import type { OrderRecord } from './orders.ts';
import type { ProductHourRecord } from './product-hours.ts';
import type { RequestHourRecord, RequestMinuteRecord } from './request-hours.ts';
import type { ServiceStateRecord } from './service-state.ts';
import type { VersionRecord } from './versions.ts';
import type { SpendingReservation, StoreMonthRecord } from './store-spending.ts';
import type { VisitRecord } from './visits.ts';
import type { WidgetEventRecord } from './widget-events.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    agents: Table<'agents', AgentRecord>;
    api_keys: ApiKeyRecord;
    audit_log: Table<'audit_log', AuditRecord>;
    catalog_imports: Table<'catalog_imports', CatalogImportRecord>;
    catalog_products: ProductRecord;
    catalog_synonyms: SynonymsRecord;
    catalog_versions: VersionRecord;
    chatbots: Table<'chatbots', ChatbotRecord>;
    connections: ConnectionRecord;
    deliveries: DeliveryRecord;
    knowledge_documents: Table<'knowledge_documents', KnowledgeDocument>;
    knowledge_versions: VersionRecord;
    left_messages: LeftMessageRecord;
    memberships: MembershipRecord;
    notices: NoticeRecord;
    question_improvements: QuestionImprovement;
    service_state: ServiceStateRecord;
    sessions: SessionRecord;
    sign_in_codes: SignInCodeRecord;
    store_months: StoreMonthRecord;
    stores: StoreRecord;
    user_identities: IdentityRecord;
    users: UserRecord;
    conversation_locks: { readonly id: number; readonly conversation_id: string };
    conversations: ConversationRecord;
    idempotent_requests: IdempotentRequest;
    messages: MessageRecord;
    orders: Table<'orders', OrderRecord>;
    product_hours: ProductHourRecord;
    replies: StoredReply;
    request_hours: RequestHourRecord;
    request_minutes: Omit<RequestMinuteRecord, 'rejected'>;
    sources: SourceRecord;
    spending_reservations: SpendingReservation;
    webhooks: WebhookRecord;
    visits: VisitRecord & { readonly sequence?: number };
    widget_events: WidgetEventRecord;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
