import { timestamp, type Clock } from '../../clock.ts';
import type { StoreRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { newId } from '../../ids.ts';
import { parseInput } from '../parse-input.ts';
import { storeInput, type StoreInput } from './store-input.ts';

export interface CreateStoreDeps {
  readonly repositories: Pick<Repositories, 'stores'>;
  readonly clock: Clock;
}

/** Makes a store, without a key yet. Throws ServiceError `invalid_request`. */
export async function createStore(deps: CreateStoreDeps, input: StoreInput): Promise<StoreRecord> {
  const store = { id: newId('str'), ...parseInput(storeInput, input), createdAt: timestamp(deps.clock) };
  await deps.repositories.stores.insert(store);
  return store;
}
