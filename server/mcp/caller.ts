import type { Logger } from 'pino';
import type { StoreRecord } from '../db/records.ts';

/** Whose tools are called. */
export interface Caller {
  readonly store: StoreRecord;
  readonly log: Logger;
  /** Aborts when the client closes the connection before its answer is complete. */
  readonly signal: AbortSignal;
  /** What ties a client's requests together; nothing is kept of it (decision 0020). */
  readonly session: string;
}
