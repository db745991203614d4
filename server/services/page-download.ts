import { hash } from 'node:crypto';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { ServiceError } from '../errors.ts';
import { maxFileBytes, type SourceFile } from '../knowledge/read-document.ts';
import { createGuardedFetch, ForbiddenAddressError } from '../tools/guarded-fetch.ts';
import { describeAddress, fetchRedirected, type GuardedFetch } from './feed-download.ts';

/** How long a page may take to arrive, redirects included. */
const maxPageMs = 20_000;

const fetchPublic = createGuardedFetch({ allowPrivate: false, maxBytes: maxFileBytes });

/**
 * Downloads a page of the public internet: https, at most 1 MB, in 20 s. Its name is the address without what may be a
 * secret: user, password, query and fragment. Throws ServiceError `invalid_request` with the reason when it cannot be had.
 */
export async function downloadPage(address: URL, fetch: GuardedFetch = fetchPublic): Promise<SourceFile> {
  const name = pageName(address);
  const timeout = AbortSignal.timeout(maxPageMs);
  try {
    const response = await fetchRedirected(fetch, address, timeout);
    const contentType = response.headers.get('Content-Type') ?? 'text/html';
    return { name, bytes: new Uint8Array(await response.arrayBuffer()), contentType };
  } catch (error) {
    const reason = timeout.aborted ? `it did not arrive within ${maxPageMs / 1000} s` : reasonOf(error);
    throw new ServiceError('invalid_request', `${name}: ${reason}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CatalogFileError || error instanceof ForbiddenAddressError) return error.message;
  return error instanceof Error && error.message.startsWith('the response is larger')
    ? 'it is larger than 1 MB'
    : 'the address cannot be reached';
}

/** How lists name an address. Those that differ in their query have different names: a hash stands for it. */
export function pageName(address: URL): string {
  const query = address.search === '' ? '' : ` (${hash('sha256', address.search).slice(0, 8)})`;
  return `${describeAddress(address)}${query}`;
}
