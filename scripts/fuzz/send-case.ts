import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import type { FuzzCase } from './cases.ts';
import { parseResponses, problemOf, type ParsedResponses } from './responses.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface FuzzTimes {
  /** How long an incomplete request waits for the rest before the client ends the connection. */
  readonly quietMs: number;
  /** How long the server may take to respond or to close. */
  readonly deadlineMs: number;
}

export interface CaseResult {
  readonly statuses: readonly number[];
  /** What the service did wrong; undefined when nothing. */
  readonly problem?: string;
}

/** Sends a case over a connection of its own and checks what comes back. */
export async function sendCase(address: Address, fuzzCase: FuzzCase, times: FuzzTimes): Promise<CaseResult> {
  const connection = openConnection(address);
  try {
    await connection.connected(times.deadlineMs);
    for (const bytes of fuzzCase.writes) {
      connection.socket.write(bytes);
      await nextTurn();
    }
    if (fuzzCase.leaves) return { statuses: [] };
    const sent = Buffer.concat(fuzzCase.writes);
    const mayBeHead = sent.includes('HEAD');
    const ending = await readToEnd(connection, mayBeHead, times);
    return check(sent, parseResponses(connection.received(), mayBeHead), mayBeHead, ending);
  } catch (error) {
    return { statuses: [], problem: String(error) };
  } finally {
    connection.socket.destroy();
  }
}

interface Connection {
  readonly socket: TLSSocket;
  received(): Buffer;
  isClosed(): boolean;
  /** Whether it was reset, so that what the service sent last may be lost. */
  isReset(): boolean;
  connected(deadlineMs: number): Promise<void>;
  /** Waits for the next bytes or the close, at most `ms`. */
  activity(ms: number): Promise<void>;
}

function openConnection({ host, port }: Address): Connection {
  // The certificate is the service's own matter.
  const socket = connect({ host, port, servername: 'localhost', rejectUnauthorized: false });
  const chunks: Buffer[] = [];
  let isClosed = false;
  let isReset = false;
  let wake = (): void => undefined;
  const waitFor = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    wake();
  });
  socket.on('secureConnect', () => wake());
  socket.on('error', (error) => {
    isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  });
  for (const event of ['end', 'close'] as const) {
    socket.on(event, () => {
      isClosed = true;
      wake();
    });
  }
  return {
    socket,
    received: () => Buffer.concat(chunks),
    isClosed: () => isClosed,
    isReset: () => isReset,
    async connected(deadlineMs) {
      await waitFor(deadlineMs);
      if (socket.getProtocol() === null || isClosed) throw new Error('no TLS connection');
    },
    activity: waitFor,
  };
}

/** How the connection ended: `service` closed it, by a `reset` or not, `client` did after a pause, or nobody within the deadline. */
type Ending = 'service' | 'reset' | 'client' | 'nobody';

/** Reads until the service closes. After a pause the client ends its side, which completes any request. */
async function readToEnd(connection: Connection, mayBeHead: boolean, times: FuzzTimes): Promise<Ending> {
  const { socket, received, isClosed, isReset, activity } = connection;
  const deadline = performance.now() + times.deadlineMs;
  let ending: Ending = 'service';
  while (!isClosed()) {
    const left = deadline - performance.now();
    if (left <= 0) return 'nobody';
    const before = received().length;
    const { complete, rest } = parseResponses(received(), mayBeHead);
    const isPartial = rest.length > 0;
    // A response is under way, or the client has ended already: only the service can go on.
    const pause =
      isPartial || ending === 'client' ? left : complete.length > 0 ? times.quietMs / 10 : times.quietMs;
    await activity(Math.min(pause, left));
    const isQuiet = received().length === before && !isClosed();
    if (isQuiet && !isPartial && ending !== 'client') {
      ending = 'client';
      socket.end();
    }
  }
  return ending === 'service' && isReset() ? 'reset' : ending;
}

function check(sent: Buffer, parsed: ParsedResponses, mayBeHead: boolean, ending: Ending): CaseResult {
  const { complete, rest, problem } = parsed;
  const statuses = complete.map(({ status }) => status);
  const problems = [
    problem,
    ...complete.map((response) => problemOf(response, mayBeHead)),
    ending === 'nobody' ? `no end of the connection in time after ${complete.length} responses` : undefined,
    // What the client ended may be incomplete.
    ending === 'service' && rest.length > 0 ? 'an incomplete response' : undefined,
    complete.length === 0 && isRequest(sent) && !isLost(sent, ending)
      ? `no response, closed by the ${ending}`
      : undefined,
  ];
  const first = problems.find((text) => text !== undefined);
  return first === undefined ? { statuses } : { statuses, problem: first };
}

/** Line breaks before a request are ignored, so a connection with nothing else has no response. */
function isRequest(sent: Buffer): boolean {
  return !/^[\r\n]*$/.test(sent.toString('latin1'));
}

/** How much a client sends at most before it can read a response. */
const maxUnreadBytes = 64 * 1024;

/**
 * The two ways to lose a response that are not the service's: the reset of a connection that closes while the client
 * sends a large body (RFC 9112, 9.6), and an invalid chunk in a request with Upgrade, which Node does not report: the
 * request ends with 408 after 60 s.
 */
function isLost(sent: Buffer, ending: Ending): boolean {
  if (ending === 'reset') return sent.length > maxUnreadBytes;
  const text = sent.toString('latin1');
  return ending === 'client' && /^upgrade:/im.test(text) && /^transfer-encoding:/im.test(text);
}
