import { z } from 'zod';
import type { Keyring } from '../auth/keyring.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Database } from '../db/database.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { redactSecrets } from '../support/log.ts';
import { createRemoteConnection, openHeaders, sealHeaders } from '../tools/connections.ts';
import { checkUrl, ForbiddenAddressError } from '../tools/guarded-fetch.ts';
import { isBuiltInType, type ToolDescription } from '../tools/types.ts';
import { parseInput, text } from './parse-input.ts';
import { findStore } from './stores.ts';

export interface ConnectionDeps {
  readonly database: Database;
  readonly repositories: Pick<Repositories, 'connections'>;
  readonly keyring: Pick<Keyring, 'sealText' | 'openText'>;
  readonly clock: Clock;
}

/**
 * Sets the remote MCP server of an mcp_capabilities type (source 2.2), for one store or, with a null storeId, for all.
 * Headers are secrets and stored encrypted. Throws ServiceError `invalid_request`, `not_found` or `conflict`.
 */
export async function addConnection(deps: ConnectionDeps, input: ConnectionInput): Promise<ConnectionRecord> {
  const { storeId, type, url, headers, allowPrivate } = parseInput(connectionInput, input);
  if (storeId !== null) await findStore(deps, storeId);
  const id = newId('con');
  const sealedHeaders = sealHeaders(deps.keyring, id, headers);
  const record = { id, storeId, type, url, sealedHeaders, allowPrivate, createdAt: timestamp(deps.clock) };
  if (await deps.repositories.connections.insert(storeId, record)) return record;
  throw new ServiceError('conflict', `there is already a connection ${type}: remove it first`);
}

/** Removes a connection; agents lose its tools with their next reply. Throws ServiceError `not_found`. */
export async function removeConnection(
  deps: ConnectionDeps,
  storeId: string | null,
  type: string,
): Promise<void> {
  if (await deps.repositories.connections.remove(storeId, type)) return;
  const scope = storeId === null ? 'for all stores' : 'of this store';
  throw new ServiceError('not_found', `there is no connection ${type} ${scope}`);
}

/**
 * Connects as an agent would and returns the tools that it would get. Throws ServiceError `not_found`, and
 * `unavailable` with the reason when the server cannot be used.
 */
export async function testConnection(
  deps: ConnectionDeps,
  storeId: string | null,
  type: string,
): Promise<readonly ToolDescription[]> {
  const record = await deps.repositories.connections.find(storeId, type);
  if (record === undefined) throw new ServiceError('not_found', `there is no connection ${type}`);
  const { url, allowPrivate } = record;
  const headers = openHeaders(deps.keyring, record);
  const connection = createRemoteConnection(deps.clock, { url, allowPrivate, headers });
  try {
    return await connection.listTools();
  } catch (error) {
    throw new ServiceError('unavailable', `${type} is not usable: ${reasonOf(error)}`, { cause: error });
  } finally {
    await connection.close();
  }
}

// RFC 9110: a token for the name, visible characters and blanks for the value.
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be a header name');
const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters');

const connectionInput = z
  .object({
    storeId: z.string().nullable(),
    // The maximum length of the type of an mcp_capabilities entry (source 2.2, decision 0004).
    type: text(64).refine((type) => !isBuiltInType(type), {
      error: ({ input }) => `${String(input)} is built in`,
    }),
    url: z.url('must be an absolute URL').max(2000),
    headers: z.record(headerName, headerValue),
    allowPrivate: z.boolean(),
  })
  .superRefine(({ url, allowPrivate }, context) => {
    const problem = URL.canParse(url) ? problemOf(new URL(url), allowPrivate) : null;
    if (problem !== null) context.addIssue({ code: 'custom', path: ['url'], message: problem });
  });

export type ConnectionInput = z.input<typeof connectionInput>;

function problemOf(url: URL, allowPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'must not contain a password: use a header';
  if (redactSecrets(url.href) !== url.href) return 'must not contain an API key: use a header';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (allowPrivate) return null;
  try {
    checkUrl(url);
    return null;
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    return `is rejected: ${error.message} (--allow-private permits it)`;
  }
}

// The MCP client wraps network errors; the innermost cause is the one that helps an operator.
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
