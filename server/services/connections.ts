import { z } from 'zod';
import type { Keyring } from '../auth/keyring.ts';
import type { ConnectionRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { createRemoteConnection, openHeaders, sealHeaders } from '../tools/connections.ts';
import { checkUrl, ForbiddenAddressError } from '../tools/guarded-fetch.ts';
import { builtInCatalogType, type ToolDescription } from '../tools/types.ts';
import { parseInput, text } from './parse-input.ts';
import { findStore } from './stores.ts';

/** What the services around tool connections need. */
export interface ConnectionDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'connections'>;
  readonly keyring: Pick<Keyring, 'sealText' | 'openText'>;
  readonly clock: Clock;
}

// RFC 9110: a token for the name, visible characters and spaces for the value.
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be a header field name');
const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters');

/** What an operator says about a connection. */
export const connectionInput = z
  .object({
    storeId: z.string().nullable(),
    // As long as the type of an mcp_capabilities entry may be (source 2.2, decision 0004).
    type: text(64).refine((type) => type !== builtInCatalogType, `${builtInCatalogType} is built in`),
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
  if (url.username !== '' || url.password !== '') return 'must not hold a password: use a header field';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (allowPrivate) return null;
  try {
    checkUrl(url);
    return null;
  } catch (error) {
    if (error instanceof ForbiddenAddressError)
      return `is refused: ${error.message} (--allow-private permits it)`;
    throw error;
  }
}

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
