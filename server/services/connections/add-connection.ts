import { timestamp } from '../../clock.ts';
import type { ConnectionRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { sealHeaders } from '../../tools/connection-headers.ts';
import { findStore } from '../find-store.ts';
import { parseInput } from '../parse-input.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { connectionInput } from './connection-input.ts';
import type { ConnectionInput } from './connection-input.ts';

/**
 * Gives an mcp_capabilities type its remote MCP server (source 2.2): for one store, or with a null storeId for
 * all. Header fields are secrets and kept encrypted. Throws ServiceError `invalid_request`, `not_found`, `conflict`.
 */
export async function addConnection(deps: ConnectionDeps, input: ConnectionInput): Promise<ConnectionRecord> {
  const { storeId, type, url, headers, allowPrivate } = parseInput(connectionInput, input);
  if (storeId !== null) await findStore(deps, storeId);
  const id = newId('con');
  const sealedHeaders = sealHeaders(deps.keyring, id, headers);
  const record = { id, storeId, type, url, sealedHeaders, allowPrivate, createdAt: timestamp(deps.clock) };
  if (await deps.repositories.connections.insert(storeId, record)) return record;
  throw new ServiceError('conflict', `there is a connection ${type} already: remove it first`);
}
