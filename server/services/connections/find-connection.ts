import type { ConnectionRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import type { ConnectionDeps } from './connection-deps.ts';

/** The connection that a store would use for a type. Throws ServiceError `not_found`. */
export async function findConnection(
  deps: Pick<ConnectionDeps, 'repositories'>,
  storeId: string | null,
  type: string,
): Promise<ConnectionRecord> {
  const found = await deps.repositories.connections.find(storeId, type);
  if (found === undefined) throw new ServiceError('not_found', `there is no connection ${type}`);
  return found;
}
