import type { Knex } from 'knex';
import type { ProductRecord, SynonymsRecord } from './catalog.ts';
import type { JsonTable, Row } from './columns.ts';
import type { ConversationRow } from './conversation-row.ts';
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
  SessionRecord,
  SignInCodeRecord,
  StoreRecord,
  UserRecord,
} from './records.ts';
import type { IdempotencyRow } from './idempotency-repository.ts';
import type { ServiceStateRecord } from './service-state.ts';
import type { StoreMonthRecord } from './store-spending.ts';
import type { VersionRecord } from './versions.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    agents: Table<'agents', AgentRecord>;
    api_keys: ApiKeyRecord;
    audit_log: AuditRecord;
    catalog_imports: Table<'catalog_imports', CatalogImportRecord>;
    catalog_products: ProductRecord;
    catalog_synonyms: SynonymsRecord;
    catalog_versions: VersionRecord;
    chatbots: Table<'chatbots', ChatbotRecord>;
    connections: ConnectionRecord;
    conversations: ConversationRow;
    idempotent_requests: IdempotencyRow;
    knowledge_documents: Table<'knowledge_documents', KnowledgeDocument>;
    knowledge_versions: VersionRecord;
    memberships: MembershipRecord;
    service_state: ServiceStateRecord;
    sessions: SessionRecord;
    sign_in_codes: SignInCodeRecord;
    store_months: StoreMonthRecord;
    stores: StoreRecord;
    user_identities: IdentityRecord;
    users: UserRecord;
  }
}

type Table<Name extends JsonTable, Value> = Knex.CompositeTableType<Value, Row<Name, Value>>;
