import { isObject, type Exchange } from '../exchange.ts';

const maxSkewMs = 120_000;

/** Whether a shared cache may store a response to a request with a key (RFC 9111, 3.5). */
function isPubliclyCached({ headers }: Exchange): boolean {
  const directives = headers['cache-control'] ?? '';
  return /\b(public|s-maxage)\b/i.test(directives) && !/\b(no-store|private)\b/i.test(directives);
}

/** How far a date of the target is from the suite's clock, in seconds, where that is much. */
function skewOf(date: unknown, { startedAt, durationMs }: Exchange): number | undefined {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const early = startedAt - at;
  const late = at - (startedAt + durationMs);
  const skew = Math.max(early, late);
  return skew > maxSkewMs ? Math.round(skew / 1000) : undefined;
}

function skewsOf(exchange: Exchange): readonly string[] {
  const { request, headers, json, status } = exchange;
  const isCreated = request.method === 'POST' && status < 300 && isObject(json);
  const dates = [
    ['the Date header', headers['date']],
    ['created_at of a new agent', isCreated ? json['created_at'] : undefined],
  ] as const;
  return dates
    .filter(([, date]) => skewOf(date, exchange) !== undefined)
    .map(([what]) => `${what} is more than ${maxSkewMs / 1000} s from the clock of this machine`);
}

/** What no clause forbids, and most clients would not expect, in one response. */
export function odditiesOf(exchange: Exchange): readonly string[] {
  const { request, ending, headers, url, status, firstStatus } = exchange;
  const { pathname } = new URL(url);
  const what = `${request.method} ${pathname}`;
  const encoding = headers['content-encoding'];
  const asked = Object.entries(request.headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'accept-encoding' && value !== 'identity',
  );
  const isPrivate = pathname.startsWith('/api/') && request.credential?.type !== 'none' && status < 300;
  return [
    ...(firstStatus === undefined
      ? []
      : [`${what} failed with ${firstStatus} at times; sent again, it returned ${status}`]),
    ...(ending === 'kept open' ? [`the connection of ${what} stays open after the terminal event`] : []),
    ...(encoding === undefined || encoding === 'identity' || asked
      ? []
      : [`${what} responds with content-encoding ${encoding}, which was not asked for`]),
    ...(isPrivate && isPubliclyCached(exchange)
      ? [`${what} lets shared caches keep a private response: cache-control ${headers['cache-control']}`]
      : []),
    ...skewsOf(exchange),
  ];
}
