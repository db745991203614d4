import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import type { TrackedWrites } from './readiness.ts';

/** One of the limits that a request must be within. */
export interface RateCheck {
  /** Names what is limited: a store, a visitor, an address. */
  readonly key: string;
  /** Requests in any 60 seconds. */
  readonly limit: number;
  /**
   * A part of `limit` that admits a request only while `newKey` has none in the window. Another check of the request is
   * that of `newKey`.
   */
  readonly reserve?: { readonly requests: number; readonly newKey: string };
}

/** The decision on one request. */
export interface Admission {
  readonly admitted: boolean;
  /** Requests that would still be admitted. */
  readonly remaining: number;
  /** Microseconds until more requests are admitted, if none come in between. */
  readonly waitUs: number;
}

const keysAtOnce = 1_000;

export type CountedRequests = ReturnType<typeof createCountedRequests>;

/**
 * The counted requests of all processes on one PostgreSQL (decision 0053). `track` gets each call: one that fails makes the
 * database not ready.
 */
export function createCountedRequests(db: Knex, track: TrackedWrites['track']) {
  return {
    /**
     * Decides requests in their order, each by all of its checks, and counts those that are admitted: one statement, so
     * that a process which stops cannot keep others waiting. `atSeconds`, since the epoch, is for tests: by default the
     * database's clock decides.
     */
    async admit(requests: readonly (readonly RateCheck[])[], atSeconds?: number): Promise<Admission[]> {
      const parameters = [...toParameters(requests), atSeconds ?? null];
      const { rows } = await track(() =>
        db.raw<{ rows: Admission[] }>(
          'select admitted, remaining, wait_us as "waitUs" from rate_limit_admit(?, ?, to_timestamp(?))',
          parameters,
        ),
      );
      return rows;
    },
    /** Deletes the keys that have admitted nothing in the window, in steps that hold no lock for long. */
    async deleteIdle(): Promise<void> {
      let deleted = keysAtOnce;
      // While it runs other keys become idle: a step that finds fewer is the last one.
      while (deleted === keysAtOnce) {
        const { rowCount } = await db.raw<{ rowCount: number }>(deleteIdleKeys, [keysAtOnce]);
        deleted = rowCount;
      }
    },
  };
}

// Skips keys in use, and waits for none: otherwise it could wait in a circle with calls that lock several keys.
const deleteIdleKeys = `
  with idle as (
    select key from rate_limit_keys where admitted_at <= clock_timestamp() - interval '60 seconds'
    for update skip locked limit ?
  ), admissions as (
    delete from rate_limit_admissions using idle where rate_limit_admissions.key = idle.key
  )
  delete from rate_limit_keys using idle where rate_limit_keys.key = idle.key`;

/** The parameters of `rate_limit_admit`: keys, and requests whose checks have positions of keys. */
function toParameters(requests: readonly (readonly RateCheck[])[]): [string[], string] {
  const positions = new Map<string, number>();
  const positionOf = (key: string): number => {
    const position = positions.get(key) ?? positions.size + 1;
    positions.set(key, position);
    return position;
  };
  const numbered = requests.map((checks) =>
    checks.map(({ key, limit, reserve }) => ({
      key: positionOf(key),
      limit,
      ...(reserve && { reserved: reserve.requests, newKey: positionOf(reserve.newKey) }),
    })),
  );
  return [[...positions.keys()].map(hashKey), JSON.stringify(numbered)];
}

// Keys have addresses of people, which the database need not hold, and text of clients, which PostgreSQL may reject.
function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
