import type { Knex } from 'knex';
import { createAgentRepository } from './agent-repository.ts';
import { createApiKeyRepository } from './api-key-repository.ts';
import { createCatalogRepository } from './catalog-repository.ts';
import { createChatbotRepository } from './chatbot-repository.ts';
import { createConnectionRepository } from './connection-repository.ts';
import { createConversationRepository } from './conversation-repository.ts';
import { createGroupCommit } from './group-commit.ts';
import { createIdempotencyRepository } from './idempotency-repository.ts';
import { createMessageRepository } from './message-repository.ts';
import type { Repositories } from './repositories.ts';
import { createStoreRepository } from './store-repository.ts';

/** All repositories over one database, SQLite or PostgreSQL. */
export function createRepositories(db: Knex): Repositories {
  const commits = createGroupCommit(db);
  return {
    stores: createStoreRepository(db),
    keys: createApiKeyRepository(db),
    agents: createAgentRepository(db, commits),
    chatbots: createChatbotRepository(db),
    conversations: createConversationRepository(db, commits),
    messages: createMessageRepository(db, commits),
    catalog: createCatalogRepository(db),
    connections: createConnectionRepository(db),
    idempotency: createIdempotencyRepository(db),
  };
}
