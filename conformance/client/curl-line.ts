import { shellAuthorizationOf } from './credentials.ts';
import type { ApiRequest } from './exchange.ts';

const longestBody = 4000;

/** A word in single quotes, as a POSIX shell reads it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function bodyArgument(request: ApiRequest): readonly string[] {
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  if (body === undefined) return [];
  if (typeof body !== 'string') return [`--data-binary '<${body.length} bytes>'`];
  // A leading @ would make curl read a file.
  const flag = body.startsWith('@') ? '--data-raw' : '--data-binary';
  return [`${flag} ${quoted(body.length > longestBody ? `${body.slice(0, longestBody)} ...` : body)}`];
}

/** A request as one `curl` line; the key stays in the shell's environment. */
export function curlLine(request: ApiRequest, url: string): string {
  const authorization = shellAuthorizationOf(request.credential ?? { type: 'store', store: 'main' });
  const headers = {
    ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...request.headers,
  };
  return [
    'curl -sS -i -N',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    quoted(url),
    // Double quotes, so that the shell puts the key in.
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyArgument(request),
  ].join(' ');
}
