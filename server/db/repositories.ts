import type { Knex } from 'knex';
import type {
  CatalogImportRecord,
  KnowledgeDocument,
  KnowledgeSummary,
  Product,
  StoredProduct,
} from './records.ts';
import type { AuditRepository, SessionRepository, UserRepository } from './people-repositories.ts';

/** A write that joins the transaction of another one. What it throws rolls both back. */
export type JoinedWrite = (trx: Knex.Transaction) => Promise<void>;

/** One repository a table. A store's id is the first argument, and every query filters by it (source 5.9). */
export interface Tables {
  readonly masterKey: MasterKeyRepository;
  readonly catalog: CatalogRepository;
  readonly catalogImports: CatalogImportRepository;
  readonly knowledge: KnowledgeRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly audit: AuditRepository;
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
