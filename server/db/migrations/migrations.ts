import type { Knex } from 'knex';
import * as firstTables from './0001-first-tables.ts';
import * as connectionsAndRetries from './0002-connections-and-retries.ts';
import * as imageHosts from './0003-image-hosts.ts';
import * as serviceState from './0004-service-state.ts';
import * as apiKeyUse from './0005-api-key-use.ts';
import * as idempotencyLeases from './0006-idempotency-leases.ts';
import * as linkHosts from './0007-link-hosts.ts';
import * as dashboard from './0008-dashboard.ts';
import * as conversationRecords from './0009-conversation-records.ts';
import * as widgetEvents from './0010-widget-events.ts';
import * as versions from './0011-versions.ts';
import * as catalogImports from './0012-catalog-imports.ts';
import * as userIdentities from './0013-user-identities.ts';
import * as idempotentQuestions from './0014-idempotent-questions.ts';
import * as rateLimits from './0015-rate-limits.ts';
import * as conversationLocks from './0016-conversation-locks.ts';
import * as knowledge from './0019-knowledge.ts';
import * as spending from './0020-spending.ts';
import * as importFindings from './0021-import-findings.ts';
import * as chatbotStatus from './0022-chatbot-status.ts';
import * as catalogSynonyms from './0023-catalog-synonyms.ts';
import * as spendingReservations from './0024-spending-reservations.ts';
import * as chatbotNote from './0025-chatbot-note.ts';
import * as replyResults from './0026-reply-results.ts';
import * as improvements from './0027-improvements.ts';
import * as visits from './0028-visits.ts';
import * as orders from './0029-orders.ts';

/** In the order in which they run. A name never changes: databases store it. 0017 and 0018 were never used. */
export const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-first-tables': firstTables,
  '0002-connections-and-retries': connectionsAndRetries,
  '0003-image-hosts': imageHosts,
  '0004-service-state': serviceState,
  '0005-api-key-use': apiKeyUse,
  '0006-idempotency-leases': idempotencyLeases,
  '0007-link-hosts': linkHosts,
  '0008-dashboard': dashboard,
  '0009-conversation-records': conversationRecords,
  '0010-widget-events': widgetEvents,
  '0011-versions': versions,
  '0012-catalog-imports': catalogImports,
  '0013-user-identities': userIdentities,
  '0014-idempotent-questions': idempotentQuestions,
  '0015-rate-limits': rateLimits,
  '0016-conversation-locks': conversationLocks,
  '0019-knowledge': knowledge,
  '0020-spending': spending,
  '0021-import-findings': importFindings,
  '0022-chatbot-status': chatbotStatus,
  '0023-catalog-synonyms': catalogSynonyms,
  '0024-spending-reservations': spendingReservations,
  '0025-chatbot-note': chatbotNote,
  '0026-reply-results': replyResults,
  '0027-improvements': improvements,
  '0028-visits': visits,
  '0029-orders': orders,
};
