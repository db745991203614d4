import type { Knex } from 'knex';
import type { ProductRecord, SynonymsRecord } from './catalog.ts';
import type { JsonTable, Row } from './columns.ts';
import type * as records from './records.ts';
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
    agents: Table<'agents', records.AgentRecord>;
    api_keys: records.ApiKeyRecord;
    audit_log: Table<'audit_log', records.AuditRecord>;
    catalog_imports: Table<'catalog_imports', records.CatalogImportRecord>;
    catalog_products: ProductRecord;
    catalog_synonyms: SynonymsRecord;
    catalog_versions: VersionRecord;
    chatbots: Table<'chatbots', records.ChatbotRecord>;
    connections: records.ConnectionRecord;
    deliveries: DeliveryRecord;
    knowledge_documents: Table<'knowledge_documents', records.KnowledgeDocument>;
    knowledge_versions: VersionRecord;
    left_messages: LeftMessageRecord;
    memberships: records.MembershipRecord;
    notices: NoticeRecord;
    question_improvements: records.QuestionImprovement;
    service_state: ServiceStateRecord;
    sessions: records.SessionRecord;
    sign_in_codes: records.SignInCodeRecord;
    store_months: StoreMonthRecord;
    stores: records.StoreRecord;
    user_identities: records.IdentityRecord;
    users: records.UserRecord;
    conversation_locks: { readonly id: number; readonly conversation_id: string };
    conversations: records.ConversationRecord;
    idempotent_requests: records.IdempotentRequest;
    messages: records.MessageRecord;
    orders: Table<'orders', OrderRecord>;
    product_hours: ProductHourRecord;
    replies: records.StoredReply;
    request_hours: RequestHourRecord;
    request_minutes: Omit<RequestMinuteRecord, 'rejected'>;
    sources: records.SourceRecord;
    spending_reservations: SpendingReservation;
    webhooks: WebhookRecord;
    visits: VisitRecord & { readonly sequence?: number };
    widget_events: WidgetEventRecord;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
