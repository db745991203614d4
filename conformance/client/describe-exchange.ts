import { bodyOf, isObject, mainStore, type ApiRequest, type Exchange } from '../exchange.ts';

const maxBodyLength = 4000;
const maxValueLength = 200;

const keyVariables = {
  main: '$CONFORMANCE_API_KEY',
  second: '$CONFORMANCE_SECOND_API_KEY',
  limited: '$CONFORMANCE_LIMITED_API_KEY',
  steady: '$CONFORMANCE_STEADY_API_KEY',
} as const;

/** The Authorization header of a request as a shell writes it, without the key. */
export function shellAuthorizationOf({ credential = mainStore }: ApiRequest): string | undefined {
  if (credential.type === 'none') return undefined;
  return credential.type === 'header' ? credential.shell : `Bearer ${keyVariables[credential.store]}`;
}

/** A word in single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The bytes that no short word in quotes holds: long ones, those of no text, and control characters. */
function bytesOf(request: ApiRequest): Uint8Array | undefined {
  const body = bodyOf(request);
  const isWord =
    body === undefined || (typeof body === 'string' && !/\p{Cc}/u.test(body) && body.length <= maxBodyLength);
  return isWord ? undefined : Buffer.from(body);
}

function escaped(bytes: string): string {
  return bytes.replaceAll(
    /[^\x20-\x7e]|[%\\"]|^-/g,
    (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

/** The commands that print bytes: what is repeated often is printed in a loop. */
function printCommands(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes).toString('latin1');
  const commands: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/(.{1,8}?)\1{49,}/gs)) {
    const [run, unit = ''] = match;
    if (match.index > from) commands.push(`printf ${quoted(escaped(text.slice(from, match.index)))}`);
    const count = run.length / unit.length;
    commands.push(`awk ${quoted(`BEGIN{for(i=0;i<${count};i++)printf "%s","${escaped(unit)}"}`)}`);
    from = match.index + run.length;
  }
  if (from < text.length) commands.push(`printf ${quoted(escaped(text.slice(from)))}`);
  return commands;
}

/** Prints bytes into the next command; octal escapes are the same in every POSIX shell. */
function printed(bytes: Uint8Array): string {
  const commands = printCommands(bytes);
  return commands.length === 1 ? `${commands.join('')} | ` : `{ ${commands.join('; ')}; } | `;
}

function bodyArgument(request: ApiRequest): readonly string[] {
  const body = bodyOf(request);
  if (body === undefined) return [];
  if (typeof body !== 'string' || bytesOf(request) !== undefined) return ['--data-binary @-'];
  // A leading @ would make curl read a file.
  return [`${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body)}`];
}

/** How a `curl` line trusts the target: its certificate authority by the path of --ca, or any certificate. */
export interface CurlTrust {
  readonly caFile?: string | undefined;
  readonly insecure?: boolean;
}

/** A request as one `curl` line; the key stays in the shell's environment. */
export function curlLine(request: ApiRequest, url: string, { caFile, insecure }: CurlTrust = {}): string {
  const authorization = shellAuthorizationOf(request);
  const headers = {
    ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.chunkBytes === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    ...request.headers,
  };
  // With a semicolon curl sends a header without a value, which a colon would remove: no Accept is an empty one.
  const others = Object.entries(headers).map(
    ([one, value]) =>
      `-H ${quoted(value === '' ? `${one}${one === 'accept' ? ':' : ';'}` : `${one}: ${value}`)}`,
  );
  const { credential = mainStore } = request;
  const name = (credential.type === 'store' && credential.header) || 'Authorization';
  const bytes = bytesOf(request);
  return [
    `${bytes === undefined ? '' : printed(bytes)}curl -sS -i -N`,
    ...(caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]),
    ...(insecure === true ? ['-k'] : []),
    // With -X HEAD curl would wait for a body.
    ...(request.method === 'HEAD' ? ['--head'] : request.method === 'GET' ? [] : [`-X ${request.method}`]),
    quoted(url),
    // Double quotes: the shell expands the variable of the key.
    ...(request.keyLast === true ? others : []),
    ...(authorization === undefined ? [] : [`-H "${name}: ${authorization}"`]),
    ...(request.keyLast === true ? [] : others),
    ...bodyArgument(request),
  ].join(' ');
}

/** Any value on one line, truncated to 200 characters. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxValueLength
    ? `${text.slice(0, maxValueLength)} ... (${text.length} characters)`
    : text;
}

function showBody({ json, text }: Exchange): string {
  return text === '' ? 'no body' : showValue(json ?? text);
}

/** An error response on one line: its status, and its `error` text or else its body. */
export function describeRejection(exchange: Exchange): string {
  const { json, status } = exchange;
  const error = isObject(json) ? json['error'] : undefined;
  return `${status} ${typeof error === 'string' ? showValue(error) : showBody(exchange)}`;
}

/** A response on one line: status, media type, body, and how the body ended unless in full. */
export function describeResponse(exchange: Exchange): string {
  const type = exchange.headers['content-type'] ?? 'no content-type';
  const ending = exchange.ending === 'complete' ? '' : `, then ${exchange.ending}`;
  return `status ${exchange.status}, ${type}, ${showBody(exchange)}${ending}`;
}
