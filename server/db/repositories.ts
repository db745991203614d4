import type { Knex } from 'knex';
import type { RequestHourRepository } from './figure-repositories.ts';

/** One repository a table. A store's id is the first argument, and every query filters by it (source 5.9). */
export interface Tables {
  readonly requestHours: RequestHourRepository;
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
