import { writeFile } from 'node:fs/promises';
import { bodyOf, type Exchange, type Target } from '../exchange.ts';
import { headersOf } from './client.ts';
import { shellAuthorizationOf } from './describe-exchange.ts';
import { createRedactor, redactDeeply, secretsOf } from './redact.ts';

const maxBodyLength = 65_536;

function truncated(text: string): string {
  return text.length > maxBodyLength
    ? `${text.slice(0, maxBodyLength)} ... (${text.length} characters)`
    : text;
}

function headerList(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function requestOf({ request, url }: Exchange, target: Target) {
  const authorization = shellAuthorizationOf(request);
  const body = bodyOf(request);
  const headers = {
    host: new URL(url).host,
    ...headersOf(request, target),
    ...(authorization !== undefined && { authorization }),
  };
  const mimeType = request.headers?.['content-type'] ?? 'application/json';
  return {
    method: request.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headerList(headers),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(body !== undefined && { postData: { mimeType, text: truncated(Buffer.from(body).toString()) } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function entryOf(exchange: Exchange, target: Target) {
  const { status, headers, text, bytes, durationMs, startedAt, ending } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange, target),
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headerList(headers),
      content: { size: bytes.length, mimeType: headers['content-type'] ?? '', text: truncated(text) },
      redirectURL: headers['location'] ?? '',
      headersSize: -1,
      bodySize: bytes.length,
      ...(ending !== 'complete' && { comment: `body ${ending}` }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

/** Collects exchanges and writes them as HTTP Archive 1.2, without keys; nothing when there is no file to write. */
export function createHarRecorder(target: Target, file: string | undefined) {
  const recorded: { readonly sequence: number; readonly entry: object }[] = [];
  return {
    record: (exchange: Exchange) => {
      if (file !== undefined)
        recorded.push({ sequence: exchange.sequence, entry: entryOf(exchange, target) });
    },
    /** Each exchange of a failure has its expectation as a comment, by the order of sending. */
    write: async (comments: ReadonlyMap<number | undefined, string>) => {
      if (file === undefined) return;
      const creator = { name: 'agent-conformance', version: '1' };
      // In the order of sending, not of ending: the same seed writes the same order.
      const entries = recorded
        .toSorted((a, b) => a.sequence - b.sequence)
        .map(({ sequence, entry }) => ({ ...entry, comment: comments.get(sequence) }));
      const redacted = redactDeeply({ version: '1.2', creator, entries }, createRedactor(secretsOf(target)));
      await writeFile(file, JSON.stringify({ log: redacted }, null, 1));
    },
  };
}
