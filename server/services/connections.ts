import { z } from 'zod';
import type { Keyring } from '../auth/keyring.ts';
import { catalogTools } from '../catalog/catalog-tools.ts';
import { readConnection, scopeOf } from '../db/connections.ts';
import type { Database, ServiceContext } from '../db/database.ts';
import { requireCurrentMasterKey } from '../db/master-key.ts';
import type { ConnectionRecord } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { newId } from '../support/ids.ts';
import { redactSecrets } from '../support/log.ts';
import { tryShop } from '../tools/store-catalogs.ts';
import type { LiveShopDeps } from '../tools/shop/live-shop.ts';
import { createRemoteConnection, openHeaders, sealHeaders } from '../tools/remote-connection.ts';
import { checkUrl, ForbiddenAddressError } from '../tools/guarded-fetch.ts';
import { isBuiltInType, liveShopType, type ToolDescription } from '../tools/types.ts';
import { auditAll } from './audit.ts';
import { parseInput, text } from './parse-input.ts';

/**
 * Sets the remote MCP server of an mcp_capabilities type (source 2.2), for one store or, with a null store_id, for all.
 * Headers are secrets and stored encrypted. Throws ServiceError `invalid_request`, `not_found` or `conflict`.
 */
export async function addConnection(
  context: ServiceContext,
  keyring: Pick<Keyring, 'sealText'>,
  input: ConnectionInput,
): Promise<ConnectionRecord> {
  const { headers, ...given } = parseInput(connectionInput, input);
  const { store_id: storeId, type, url } = given;
  const id = newId('con');
  const sealed_headers = sealHeaders(keyring, id, headers);
  const connection = { id, ...given, scope: scopeOf(storeId), sealed_headers, created_at: context.now };
  await requireCurrentMasterKey(context.allStores, sealed_headers);
  const detail = `${type}, at ${new URL(url).origin}`;
  await auditAll(context, storeId, { action: 'connection.added', subject: id, detail });
  const insert = context.allStores('connections').insert(connection);
  const inserted = await insert.onConflict(['scope', 'type']).ignore().returning('id');
  if (inserted.length > 0) return connection;
  throw new ServiceError('conflict', `there is already a connection ${type}: remove it first`);
}

/** Removes a connection; agents lose its tools with their next reply. Throws ServiceError `not_found`. */
export async function removeConnection(
  context: ServiceContext,
  storeId: string | null,
  type: string,
): Promise<void> {
  const own = { scope: scopeOf(storeId), type };
  if ((await context.allStores('connections').where(own).delete()) === 0) {
    const whose = storeId === null ? 'for all stores' : 'of this store';
    throw new ServiceError('not_found', `there is no connection ${type} ${whose}`);
  }
  await auditAll(context, storeId, { action: 'connection.removed', detail: type });
}

/**
 * Connects as an agent would and returns the tools that it would get. Throws ServiceError `not_found`, and
 * `unavailable` with the reason when the server cannot be used.
 */
export async function testConnection(
  deps: LiveShopDeps & {
    readonly database: Database;
    readonly keyring: Pick<Keyring, 'openText'>;
  },
  storeId: string | null,
  type: string,
): Promise<readonly ToolDescription[]> {
  const found = await readConnection(deps.database, storeId, type);
  const record = requireFound(found, `there is no connection ${type}`);
  const { url, allow_private: allowPrivate } = record;
  const server = { url, allowPrivate, headers: openHeaders(deps.keyring, record) };
  if (type === liveShopType) {
    // The tools of the catalogue, once the shop behind them has been read.
    const { revision } = await tryShop(deps, server);
    const description = `Searches ${url}, revision ${revision}.`;
    return catalogTools.map(({ name }) => ({ name, description, inputSchema: {} }));
  }
  const connection = createRemoteConnection(deps.clock, server);
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
    store_id: z.string().nullable(),
    // The maximum length of the type of an mcp_capabilities entry (source 2.2, decision 0004).
    type: text(64).refine((type) => !isBuiltInType(type) || type === liveShopType, {
      error: ({ input }) => `${String(input)} is built in`,
    }),
    url: z.url('must be an absolute URL').max(2000),
    headers: z.record(headerName, headerValue),
    allow_private: z.boolean(),
  })
  .superRefine(({ url, allow_private: allowPrivate }, context) => {
    const problem = problemOf(url, allowPrivate);
    const hint = problem?.startsWith('is rejected') ? ' (--allow-private permits it)' : '';
    if (problem !== null) context.addIssue({ code: 'custom', path: ['url'], message: problem + hint });
  });

/** An address of the public internet, by https. */
export const publicAddress = z
  .url('must be an absolute URL')
  .max(2000)
  .superRefine((url, context) => {
    const problem = problemOf(url, false);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export type ConnectionInput = z.input<typeof connectionInput>;

function problemOf(address: string, allowPrivate: boolean): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.username !== '' || url.password !== '') return 'must not contain a password: use a header';
  if (redactSecrets(url.href) !== url.href) return 'must not contain an API key: use a header';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (allowPrivate) return null;
  try {
    checkUrl(url);
    return null;
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    return `is rejected: ${error.message}`;
  }
}

// The MCP client wraps network errors; the innermost cause is the one that helps an operator.
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
