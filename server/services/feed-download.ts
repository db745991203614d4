import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { ServiceError } from '../errors.ts';
import { checkUrl, ForbiddenAddressError } from '../tools/guarded-fetch.ts';

/** Maximum size of an imported file or feed, in bytes: 100 MB. */
export const maxFileBytes = 100 * 1024 * 1024;

/** How long a feed may take to arrive, redirects included. */
const maxDownloadMs = 120_000;
const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** `createGuardedFetch`, which rejects addresses that are not public and follows no redirect. */
export type GuardedFetch = (address: URL, init: RequestInit) => Promise<Response>;

/** Parses the address of a feed. Throws ServiceError `invalid_request` for one that is never fetched. */
export function parseFeedAddress(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined) throw new ServiceError('invalid_request', 'url is not an address');
  try {
    checkUrl(address);
    return address;
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    throw new ServiceError('invalid_request', error.message);
  }
}

/** An address as lists show it: without what may be a secret. */
export function describeAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** The bytes of a feed. Throws CatalogFileError when it cannot be read or is too large, and the signal's reason. */
export async function* downloadFeed(
  fetch: GuardedFetch,
  address: URL,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const timeout = AbortSignal.timeout(maxDownloadMs);
  try {
    const { body } = await fetchRedirected(fetch, address, AbortSignal.any([signal, timeout]));
    if (body !== null) yield* limitBytes(body);
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw unreadable(`the feed did not arrive within ${maxDownloadMs / 60_000} minutes`);
    if (error instanceof CatalogFileError) throw error;
    throw unreadable(
      error instanceof ForbiddenAddressError ? error.message : 'the address cannot be reached',
    );
  }
}

/** The response with status 200 of an address, or of what it redirects to. Throws CatalogFileError for another one. */
export async function fetchRedirected(
  fetch: GuardedFetch,
  start: URL,
  signal: AbortSignal,
): Promise<Response> {
  let address = start;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const headers = { 'Accept-Encoding': 'identity', 'User-Agent': 'agent-service' };
    const response = await fetch(address, { headers, signal });
    const { status } = response;
    if (status === 200) return response;
    await response.body?.cancel();
    if (!redirects.has(status)) throw unreadable(`the address responded with status ${status}`);
    const target = response.headers.get('Location') ?? '';
    if (!URL.canParse(target, address.href)) throw unreadable('the address redirects to an invalid one');
    address = new URL(target, address);
  }
  throw unreadable(`the address redirects more than ${maxRedirects} times`);
}

/** Yields the chunks. Throws CatalogFileError once there are more than `maxFileBytes`. */
export async function* limitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxFileBytes) {
      throw new CatalogFileError('too_large', `the file is larger than ${maxFileBytes / 1024 / 1024} MB`);
    }
    yield chunk;
  }
}

function unreadable(message: string): CatalogFileError {
  return new CatalogFileError('unreadable', message);
}
