import { writeFile } from 'node:fs/promises';
import { shellAuthorizationOf } from '../client/credentials.ts';
import type { Exchange } from '../client/exchange.ts';
import { createRedactor, redactDeeply, secretsOf } from '../client/redact.ts';
import type { Target } from '../target.ts';

/** Keeps exchanges and writes them as HTTP Archive 1.2, free of keys. */
export interface HarRecorder {
  readonly record: (exchange: Exchange) => void;
  readonly write: () => Promise<void>;
}

const longestBody = 65_536;

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)} ... (${text.length} characters)` : text;
}

function fields(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function requestOf({ request, url }: Exchange) {
  const authorization = shellAuthorizationOf(request.credential ?? { type: 'store', store: 'main' });
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  const mimeType = request.headers?.['content-type'] ?? 'application/json';
  const headers = { ...(authorization !== undefined && { authorization }), ...request.headers };
  return {
    method: request.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fields(headers),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(body !== undefined && { postData: { mimeType, text: cut(String(body)) } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function entryOf(exchange: Exchange) {
  const { status, headers, text, bytes, durationMs, startedAt, ending } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange),
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fields(headers),
      content: { size: bytes.length, mimeType: headers['content-type'] ?? '', text: cut(text) },
      redirectURL: headers['location'] ?? '',
      headersSize: -1,
      bodySize: bytes.length,
      ...(ending !== 'complete' && { comment: `the body was ${ending}` }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

/** A recorder that keeps nothing when there is no file to write. */
export function createHarRecorder(target: Target, file: string | undefined): HarRecorder {
  const redact = createRedactor(secretsOf(target));
  const entries: { readonly place: number; readonly entry: unknown }[] = [];
  return {
    record: (exchange) => {
      if (file === undefined) return;
      entries.push({ place: exchange.place, entry: entryOf(exchange) });
    },
    write: async () => {
      if (file === undefined) return;
      const creator = { name: 'agent-conformance', version: '1' };
      // As they were sent, not as they ended, so that the same seed writes the same order.
      const sorted = entries.toSorted((one, other) => one.place - other.place).map(({ entry }) => entry);
      // Keys are taken out only now: it takes a third of a millisecond each, which would hold requests up.
      const log = { version: '1.2', creator, entries: redactDeeply(sorted, redact) };
      await writeFile(file, JSON.stringify({ log }, null, 1));
    },
  };
}
