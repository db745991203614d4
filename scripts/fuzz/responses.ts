/** A response as it came over the connection. */
export interface ParsedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ParsedResponses {
  readonly complete: readonly ParsedResponse[];
  /** Bytes after the last complete response. */
  readonly rest: Buffer;
  /** Set when the bytes are not HTTP responses. */
  readonly problem?: string;
}

/** Reads responses strictly. `mayBeHead`: a response with a Content-Length may have no body. */
export function parseResponses(bytes: Buffer, mayBeHead: boolean): ParsedResponses {
  const complete: ParsedResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const head = parseHead(rest.subarray(0, end).toString('latin1'));
    if (typeof head === 'string') return { complete, rest, problem: head };
    const after = rest.subarray(end + 4);
    const body = readBody(head, after, mayBeHead);
    if (typeof body === 'string') return { complete, rest, problem: body };
    if (body === undefined) break;
    // 100 Continue precedes the response.
    if (head.status >= 200) complete.push({ ...head, body: body.content.toString('utf8') });
    rest = after.subarray(body.length);
  }
  return { complete, rest };
}

type Head = Omit<ParsedResponse, 'body'>;

function parseHead(text: string): Head | string {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(statusLine)?.[1];
  if (status === undefined) return `the status line is ${JSON.stringify(statusLine.slice(0, 80))}`;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?([^\0\r\n]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      return `invalid header ${JSON.stringify(line.slice(0, 80))}`;
    headers.set(name.toLowerCase(), value.trim());
  }
  return { status: Number(status), headers };
}

interface Body {
  readonly content: Buffer;
  /** How many bytes it takes on the connection. */
  readonly length: number;
}

const noBody: Body = { content: Buffer.alloc(0), length: 0 };

/** Undefined when the body is not complete; text when it is invalid. */
function readBody({ status, headers }: Head, bytes: Buffer, mayBeHead: boolean): Body | string | undefined {
  if (status < 200 || status === 204 || status === 304) return noBody;
  if (mayBeHead && (bytes.length === 0 || bytes.subarray(0, 9).equals(Buffer.from('HTTP/1.1 '))))
    return noBody;
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const length = headers.get('content-length');
  // Clients of HTTP/1.0 get a body that ends with the connection.
  if (length === undefined && headers.get('connection') === 'close')
    return { content: bytes, length: bytes.length };
  if (length === undefined) return 'a response has neither Content-Length nor chunks';
  if (!/^\d+$/.test(length)) return `Content-Length is ${length}`;
  if (bytes.length < Number(length)) return undefined;
  return { content: bytes.subarray(0, Number(length)), length: Number(length) };
}

function readChunks(bytes: Buffer): Body | string | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = bytes.subarray(at, end).toString('latin1');
    if (!/^[0-9a-f]{1,8}$/i.test(size)) return `a chunk has the size ${JSON.stringify(size.slice(0, 80))}`;
    const [start, length] = [end + 2, Number.parseInt(size, 16)];
    at = start + length + 2;
    if (bytes.length < at) return undefined;
    if (length === 0) return { content: Buffer.concat(chunks), length: at };
    chunks.push(bytes.subarray(start, start + length));
  }
}

/**
 * Why a response violates what the service promises for any input; undefined when it does not. `mayBeHead`: an error may
 * have no body.
 */
export function problemOf({ status, headers, body }: ParsedResponse, mayBeHead: boolean): string | undefined {
  const type = headers.get('content-type') ?? '';
  if (status >= 500) return `status ${status}: ${body.slice(0, 200)}`;
  if (status < 400) return undefined;
  if (type.includes('html')) return `HTML in a response with status ${status}`;
  if (body === '' && mayBeHead) return undefined;
  if (!type.startsWith('application/json')) return `status ${status} with the type ${JSON.stringify(type)}`;
  return isErrorBody(body, status)
    ? undefined
    : `status ${status} without the error body: ${body.slice(0, 200)}`;
}

/** The error body of source 2.5 with its code, or an error of JSON-RPC, which the MCP endpoint sends. */
function isErrorBody(text: string, status: number): boolean {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return false;
    if ('jsonrpc' in body && 'error' in body) return true;
    const hasText = 'error' in body && typeof body.error === 'string';
    const hasCode = 'code' in body && typeof body.code === 'string';
    return hasText && hasCode && 'status' in body && body.status === status;
  } catch {
    return false;
  }
}
