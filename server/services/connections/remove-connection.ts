import { ServiceError } from '../../errors.ts';
import type { ConnectionDeps } from './connection-deps.ts';

/** Agents lose its tools with their next reply. Throws ServiceError `not_found`. */
export async function removeConnection(
  deps: Pick<ConnectionDeps, 'repositories'>,
  storeId: string | null,
  type: string,
): Promise<void> {
  if (await deps.repositories.connections.remove(storeId, type)) return;
  throw new ServiceError(
    'not_found',
    `there is no connection ${type} ${storeId === null ? 'for all stores' : 'of this store'}`,
  );
}
