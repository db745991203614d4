import { ServiceError } from '../../errors.ts';
import { openHeaders } from '../../tools/connection-headers.ts';
import { ForbiddenAddressError } from '../../tools/guarded-fetch.ts';
import { createRemoteConnection } from '../../tools/remote-connection.ts';
import type { ToolDescription } from '../../tools/tool-connection.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { findConnection } from './find-connection.ts';

/**
 * Connects as an agent would, and answers the tools that it would get.
 * Throws ServiceError `not_found`, and `unavailable` with the reason when the server cannot be used.
 */
export async function testConnection(
  deps: ConnectionDeps,
  storeId: string | null,
  type: string,
): Promise<readonly ToolDescription[]> {
  const record = await findConnection(deps, storeId, type);
  const { url, allowPrivate } = record;
  const headers = openHeaders(deps.keyring, record);
  const connection = createRemoteConnection(deps.clock, { url, allowPrivate, headers });
  try {
    return await connection.listTools();
  } catch (error) {
    throw new ServiceError('unavailable', `${type} does not answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    await connection.close();
  }
}

// The client wraps what the network said; the innermost cause is what helps an operator.
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
