import type { CheckContext, Finding } from '../../check.ts';
import type { ChatRequest } from '../../exchange.ts';
import { withReason } from '../../model/verify-error.ts';
import { chatPath } from './send-message.ts';
import { readServerSentEvents } from '../../model/sse-reader.ts';
import { verifyOrder } from '../../model/verify-events.ts';

/** A stream of which nothing was sent again: over `fetch`, a connection that breaks is not hidden. */
export interface OpenReply {
  readonly status: number;
  /** Closes the connection. */
  readonly leave: () => void;
  /** Reads the rest; `isReset` where the connection broke. */
  readonly read: () => Promise<{ readonly bytes: Uint8Array; readonly isReset: boolean }>;
}

/** Sends a message, and reads the start of its reply. */
export async function openReply({ client, target }: CheckContext, body: ChatRequest): Promise<OpenReply> {
  const leaving = new AbortController();
  const response = await client.fetch(target.baseUrl + chatPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.stores.main.key}` },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  /** True at the end of the body, undefined where the connection broke. */
  const readChunk = async (): Promise<boolean | undefined> => {
    const chunk = await reader?.read().catch(() => undefined);
    if (chunk?.value !== undefined) chunks.push(chunk.value);
    return chunk?.done;
  };
  let isDone = await readChunk();
  return {
    status: response.status,
    leave: () => leaving.abort(),
    read: async () => {
      while (isDone === false) isDone = await readChunk();
      return { bytes: Buffer.concat(chunks), isReset: isDone === undefined };
    },
  };
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

export type Readings = readonly Awaited<ReturnType<OpenReply['read']>>[];

/** Reads the rest of replies that began. */
export function readWhole(replies: readonly OpenReply[]): Promise<Readings> {
  return Promise.all(replies.filter(({ status }) => status === 200).map(({ read }) => read()));
}

/** Verifies whole replies. One connection that breaks is an accident; a stream that ends without its end is not. */
export function verifyWhole(readings: Readings, when: string): readonly Finding[] {
  const found = readings.map(({ bytes, isReset }) => {
    const events = readServerSentEvents(bytes).events.map(parseEvent);
    return { isReset, findings: verifyOrder(events) };
  });
  const broken = found.filter(({ findings }) => findings.length > 0);
  const [first] = broken.length > 1 ? broken : broken.filter(({ isReset }) => !isReset);
  return first === undefined ? [] : withReason(first.findings, when);
}
