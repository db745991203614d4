import { unexpected } from '../../model/verify-error.ts';
import type { CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';

/** The cookies that a response sets, as `name=value`. Repeated headers are joined with a comma, which a date has, too. */
export function cookiesOf({ headers }: Exchange): readonly string[] {
  return (headers['set-cookie'] ?? '')
    .split(/,\s*(?=[^\s=;,]+=)/)
    .map((one) => (one.split(';')[0] ?? '').trim())
    .filter((one) => one.includes('='));
}

const tokenHeader = /token|session|ticket|csrf|xsrf|jwt|^(?:x-)?auth(?:orization)?$/;
const noTokens = ['set-cookie', 'www-authenticate', 'mcp-session-id'];
const limitHeader = /rate-?limit/;

/** The headers of a response that look like a token or a session, for a client to send back. */
function tokensOf({ headers }: Exchange): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).filter(
    ([name]) => tokenHeader.test(name) && !limitHeader.test(name) && !noTokens.includes(name),
  );
}

/** A guard against forged forms asks for its cookie in a header, too. */
function formTokens(cookies: readonly string[]): Readonly<Record<string, string>> {
  const token = cookies.find((one) => /^[^=]*[cx]srf/i.test(one));
  const value = token?.slice(token.indexOf('=') + 1);
  return value === undefined ? {} : { 'x-csrf-token': value, 'x-xsrf-token': value };
}

/** What responses gave to a client with a key, as the headers of its next request; undefined for nothing. */
export function receivedHeaders(
  exchanges: readonly Exchange[],
  key: string,
): Readonly<Record<string, string>> | undefined {
  // Whether the key itself is accepted in another place is open (decision 0028).
  const isOther = (value: string): boolean => !decoded(value).includes(key);
  const cookies = [...new Set(exchanges.flatMap(cookiesOf))].filter(isOther);
  const tokens = exchanges.flatMap(tokensOf).filter(([, value]) => isOther(value));
  if (cookies.length + tokens.length === 0) return undefined;
  return {
    ...formTokens(cookies),
    ...Object.fromEntries(tokens),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Verifies that nothing which a response with the key gave replaces the key. Costs more requests where one gave something. */
export async function verifyReceived(context: CheckContext, requests: readonly ApiRequest[]): Promise<void> {
  const { client, target, report } = context;
  const exchanges: Exchange[] = [];
  // A create would have to succeed, and leave an agent, to give what the others do not.
  const keyed = requests.filter(({ method, path }) => method !== 'POST' || path !== '/api/agents');
  for (const request of keyed) exchanges.push(await client.send(request));
  const headers = receivedHeaders(exchanges, target.stores.main.key);
  if (headers === undefined) return;
  for (const request of requests) {
    const exchange = await client.send({ ...request, headers, credential: { type: 'none' } });
    if (exchange.status >= 300) continue;
    const path = request.path.split('?')[0] ?? '';
    const expected = [
      'received-credential-opens-nothing',
      request.method,
      path,
      Object.keys(headers).join(', '),
    ] as const;
    report(unexpected('R-5-01', expected, exchange));
  }
}
