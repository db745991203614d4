import { z } from 'zod';
import { checkUrl, ForbiddenAddressError } from '../../tools/guarded-fetch.ts';
import { builtInCatalogType } from '../../tools/tool-connection.ts';
import { text } from '../parse-input.ts';

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
