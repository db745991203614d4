import type { Knex } from 'knex';
import { createAgentRepository } from './agent-repository.ts';
import { createApiKeyRepository } from './api-key-repository.ts';
import { createAuditRepository } from './audit-repository.ts';
import { createCatalogRepository } from './catalog-repository.ts';
import { createChatbotRepository } from './chatbot-repository.ts';
import { createConnectionRepository } from './connection-repository.ts';
import { createConversationRepository } from './conversation-repository.ts';
import { createIdempotencyRepository } from './idempotency-repository.ts';
import { createMasterKeyRepository } from './master-key-repository.ts';
import { createMessageRepository } from './message-repository.ts';
import { createSessionRepository } from './session-repository.ts';
import { createStoreRepository } from './store-repository.ts';
import { createUserRepository } from './user-repository.ts';
import { createWriter, type Write } from './write.ts';
import type { Repositories } from './repositories.ts';

/** All repositories over one database, SQLite or PostgreSQL. */
export function createRepositories(db: Knex, write: Write = createWriter(db)): Repositories {
  return {
    stores: createStoreRepository(db, write),
    keys: createApiKeyRepository(db, write),
    masterKey: createMasterKeyRepository(db, write),
    agents: createAgentRepository(db, write),
    chatbots: createChatbotRepository(db, write),
    conversations: createConversationRepository(db, write),
    messages: createMessageRepository(db, write),
    catalog: createCatalogRepository(db, write),
    connections: createConnectionRepository(db, write),
    idempotency: createIdempotencyRepository(db, write),
    users: createUserRepository(db, write),
    sessions: createSessionRepository(db, write),
    audit: createAuditRepository(db, write),
  };
}
