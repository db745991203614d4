import type { Knex } from 'knex';
import * as firstTables from './0001-first-tables.ts';
import { contained } from './0001-first-tables.ts';
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
import * as notices from './0030-notices.ts';
import * as leftMessages from './0031-left-messages.ts';
import * as sources from './0032-sources.ts';
import * as auditChanges from './0033-audit-changes.ts';
import * as productHours from './0034-product-hours.ts';
import * as times from './0035-times.ts';

/** In the order in which they run. A name never changes: databases store it. 0017 and 0018 were never used. */
export const migrations: Readonly<Record<string, Pick<Knex.Migration, 'up'>>> = {
  '0001-first-tables': firstTables,
  ...Object.fromEntries(contained.map((name) => [name, { up: async () => undefined }])),
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
  '0030-notices': notices,
  '0031-left-messages': leftMessages,
  '0032-sources': sources,
  '0033-audit-changes': auditChanges,
  '0034-product-hours': productHours,
  '0035-times': times,
};
