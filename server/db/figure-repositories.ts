import type { RequestHourRecord, RequestMinuteRecord } from './records.ts';

export interface RequestHourRepository {
  /** Adds to the sums of these different hours, of several stores, and keeps the higher peak. */
  add(hours: readonly RequestHourRecord[]): Promise<void>;
  /** Adds what one process has counted in these different minutes. The peak is that of all processes together. */
  addMinutes(minutes: readonly RequestMinuteRecord[]): Promise<void>;
  /** Oldest first, `from` and `to` included. */
  list(storeId: string, hours: { readonly from: string; readonly to: string }): Promise<RequestHourRecord[]>;
}
