import type { Logger } from 'pino';
import type { StoreRecord } from '../db/records.ts';

/** Whose tools are called. */
export interface Caller {
  readonly store: StoreRecord;
  readonly log: Logger;
  /** Aborts when the client closes the connection before its answer is complete. */
  readonly signal: AbortSignal;
  /**
   * Counts a call of a tool against the plan, except for the first of a request, which was counted as the request:
   * the 2025-03-26 revision has batches. Throws ServiceError `rate_limited`.
   */
  countCall(): Promise<void>;
  /** What ties a client's requests together; nothing is kept of it (decision 0020). */
  readonly session: string;
}
