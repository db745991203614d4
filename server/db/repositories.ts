import type { Knex } from 'knex';
import type {
  WidgetEventRepository,
  RequestHourRepository,
  AnalyticsRepository,
} from './figure-repositories.ts';
import type {
  CatalogImportRecord,
  Channel,
  ConversationRecord,
  IdempotentRequest,
  KnowledgeDocument,
  KnowledgeSummary,
  MessageOutcome,
  MessageRecord,
  Product,
  StoredProduct,
  ReplyRecord,
  Thumb,
} from './records.ts';
import type { AuditRepository, SessionRepository, UserRepository } from './people-repositories.ts';

/** A write that joins the transaction of another one. What it throws rolls both back. */
export type JoinedWrite = (trx: Knex.Transaction) => Promise<void>;

/** One repository a table. A store's id is the first argument, and every query filters by it (source 5.9). */
export interface Tables {
  readonly masterKey: MasterKeyRepository;
  readonly conversations: ConversationRepository;
  readonly messages: MessageRepository;
  readonly conversationLocks: ConversationLockRepository;
  readonly catalog: CatalogRepository;
  readonly catalogImports: CatalogImportRepository;
  readonly knowledge: KnowledgeRepository;
  readonly idempotency: IdempotencyRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly audit: AuditRepository;
  readonly widgetEvents: WidgetEventRepository;
  readonly requestHours: RequestHourRepository;
  readonly analytics: AnalyticsRepository;
}

export interface Repositories extends Tables {
  /**
   * Runs `work` in one transaction: all of its rows are kept or none. Transactions of the same `name` run one after
   * another, in all processes; null waits for no other. `work` may run twice, and queries only through the repositories
   * that it gets, whose own transactions join this one.
   */
  transaction<Result>(
    name: string | null,
    work: (repositories: Repositories, trx: Knex.Transaction) => Promise<Result>,
  ): Promise<Result>;
}

export interface MasterKeyRepository {
  /** The id of the master key that seals new secrets; undefined until a keyring is opened. */
  find(): Promise<string | undefined>;
  /** Sets the id unless one is set, and returns the one that is set. */
  adopt(id: string): Promise<string>;
  /**
   * Calls `work` with the id, locked against other changes and against new secrets, and sets the id that it returns.
   * `work` may run twice. Throws what `work` throws.
   */
  change(work: (id: string) => string): Promise<string>;
}

/** A message before its conversation gives it a position. */
export type NewMessage = Omit<MessageRecord, 'position'>;

/** A conversation before its messages change it. */
export type NewConversation = Pick<
  ConversationRecord,
  'id' | 'storeId' | 'agentId' | 'visitorId' | 'channel' | 'chatbotId' | 'isTest' | 'createdAt'
>;

/** A reply before anybody rates it. */
export type NewReply = Omit<ReplyRecord, 'thumb'>;

/** A conversation that is over. */
export interface PastConversation extends NewConversation {
  /** Of its last reply. */
  readonly thumb: Thumb | null;
  /** In order; `reply` is null for the user's. */
  readonly messages: readonly (NewMessage & { readonly reply: NewReply | null })[];
}

export interface ConversationRepository {
  /** With its first message, if given, in one transaction. */
  insert(
    storeId: string,
    conversation: NewConversation,
    first?: NewMessage,
    joined?: JoinedWrite,
  ): Promise<void>;
  /** Inserts conversations that are over, and adds them to the hourly sums. */
  insertPast(storeId: string, past: readonly PastConversation[]): Promise<void>;
  find(storeId: string, conversationId: string): Promise<ConversationRecord | undefined>;
  findListed(storeId: string, conversationId: string): Promise<ListedConversation | undefined>;
  /** Newest first, those after a position; without tests. */
  list(
    storeId: string,
    filter: ConversationFilter,
    page: { readonly after: ConversationPosition | undefined; readonly limit: number },
  ): Promise<ListedConversation[]>;
  /** The ids of up to `limit` conversations of a visitor. */
  listOfVisitor(storeId: string, visitorId: string, limit: number): Promise<string[]>;
  /** The ids of up to `limit` conversations, tests too, that began before a time. */
  listBefore(storeId: string, before: string, limit: number): Promise<string[]>;
  /** Removes conversations with their messages and replies, and returns how many there were. Hourly sums stay. */
  remove(storeId: string, conversationIds: readonly string[]): Promise<number>;
  /** Rates the latest reply, and the conversation. False when there is no such conversation or no reply in it. */
  setThumb(storeId: string, conversationId: string, thumb: Thumb): Promise<boolean>;
}

/** What a list of conversations is narrowed to. */
export interface ConversationFilter {
  readonly visitorId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly outcome?: MessageOutcome | undefined;
  readonly isAnswered?: boolean | undefined;
  readonly isUnanswered?: boolean | undefined;
  readonly thumb?: Thumb | undefined;
  /** Those in which a product card was shown, its link followed, or its product put into the cart. */
  readonly product?: 'shown' | 'clicked' | 'added' | undefined;
  /** Begun at this time or later. */
  readonly from?: string | undefined;
  /** Begun before this time. */
  readonly until?: string | undefined;
  /** A part of a message that was sent in the range, without regard to case (SQLite: of ASCII letters). */
  readonly text?: string | undefined;
}

/** Where a conversation stands in a list. */
export type ConversationPosition = Pick<ConversationRecord, 'createdAt' | 'id'>;

export interface ListedConversation extends ConversationRecord {
  readonly agentName: string;
}

/** Appending updates the conversation's columns and the hourly sums in the same transaction. */
export interface MessageRepository {
  /** Appends at the next position of the conversation. */
  append(storeId: string, message: NewMessage, joined?: JoinedWrite): Promise<MessageRecord>;
  /** Appends an assistant's message and how it came about. */
  appendReply(
    storeId: string,
    message: NewMessage,
    reply: NewReply,
    joined?: JoinedWrite,
  ): Promise<MessageRecord>;
  /** In order. With `newest`, only that many of the last ones. */
  list(storeId: string, conversationId: string, newest?: number): Promise<MessageRecord[]>;
  /** In order, with how each assistant's message came about. */
  listWithReplies(
    storeId: string,
    conversationId: string,
  ): Promise<(MessageRecord & { readonly reply: ReplyRecord | null })[]>;
}

/** Products in the order of their file, from the first one on each time: a transaction may run twice. */
export type ProductBatches = () =>
  | Iterable<readonly StoredProduct[]>
  | AsyncIterable<readonly StoredProduct[]>;

export interface CatalogImportOptions {
  /** Whether every other product of the store is removed. */
  readonly replaceAll: boolean;
  /** Of all products of the store together, afterwards; no limit by default. */
  readonly maxVariants?: number | undefined;
  readonly joined?: JoinedWrite;
}

export interface CatalogRepository {
  /** Inserts or replaces by product id; the last of equal ids wins. One transaction. */
  upsert(storeId: string, products: readonly Product[]): Promise<void>;
  /**
   * The same for batches, whose ids all differ: each is one statement, and other events are handled between them. Throws
   * ServiceError `invalid_request` beyond `maxVariants`, and what `batches` throws.
   */
  importBatches(storeId: string, batches: ProductBatches, options: CatalogImportOptions): Promise<void>;
  count(storeId: string): Promise<{ readonly products: number; readonly variants: number }>;
  list(storeId: string): Promise<Product[]>;
  /** The shop's own words for the search, one entry a line; empty where it has none. */
  synonyms(storeId: string): Promise<string>;
  setSynonyms(storeId: string, synonyms: string): Promise<void>;
  /** Changes with every import into this store and with its synonyms, in any process. */
  version(storeId: string): Promise<number>;
}

export interface KnowledgeRepository {
  /** Inserts documents, and replaces those with the same sources. One transaction. */
  put(storeId: string, documents: readonly KnowledgeDocument[]): Promise<void>;
  /** Removes a document, and returns what it was. */
  remove(storeId: string, documentId: string): Promise<KnowledgeSummary | undefined>;
  /** With their passages. */
  list(storeId: string): Promise<KnowledgeDocument[]>;
  /** By source. */
  listSummaries(storeId: string): Promise<KnowledgeSummary[]>;
  count(storeId: string): Promise<{ readonly documents: number; readonly passages: number }>;
  /** Changes with every import into this store and every removal, in any process. */
  version(storeId: string): Promise<number>;
}

export interface CatalogImportRepository {
  /** False when the store has a running import; exact under concurrent calls. */
  begin(storeId: string, record: CatalogImportRecord): Promise<boolean>;
  /** Stores the progress of a running import, or its failure. False when it is not running any more. */
  renew(storeId: string, record: CatalogImportRecord): Promise<boolean>;
  /** Fails the store's running import whose lease has ended. */
  failLost(storeId: string, failure: { readonly at: string; readonly error: string }): Promise<void>;
  /** Fails the running imports of a process, in every store. */
  failOwned(owner: string, failure: { readonly at: string; readonly error: string }): Promise<void>;
  /** Newest first. */
  list(storeId: string, limit: number): Promise<CatalogImportRecord[]>;
  find(storeId: string, importId: string): Promise<CatalogImportRecord | undefined>;
  findLastDone(storeId: string): Promise<CatalogImportRecord | undefined>;
}

/** Names one attempt to process a request: a repetition that takes over has another question. */
export type AttemptId = Pick<IdempotentRequest, 'operation' | 'key' | 'questionId'>;

/**
 * Tickets for the locks of conversations, in PostgreSQL only (decision 0054). The lowest ticket of a conversation holds
 * its lock. A ticket expires 9 seconds after its last renewal; then those behind it delete it.
 */
export interface ConversationLockRepository {
  /** Inserts a ticket after all others of the conversation; `isFirst` when there is no other. */
  insert(conversationId: string): Promise<{ readonly id: string; readonly isFirst: boolean }>;
  /** Those of the tickets that hold their lock. Deletes expired ones before them. */
  findFirst(ids: readonly string[]): Promise<string[]>;
  renew(ids: readonly string[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Requests with an Idempotency-Key. They are written in the transactions of their effects: see its file. */
export interface IdempotencyRepository {
  /** The request with this operation and key that was created at `since` or later. `now` is in milliseconds. */
  find(
    storeId: string,
    operation: string,
    key: string,
    times: { readonly since: string; readonly now: number },
  ): Promise<IdempotentRequest | undefined>;
  /** Begins the lease of an attempt anew. Does nothing when it is finished or taken over. */
  renewLease(storeId: string, attempt: AttemptId, now: number): Promise<void>;
  endLease(storeId: string, attempt: AttemptId): Promise<void>;
  /** Ends the leases of all attempts. */
  endLeases(): Promise<void>;
}
