import { execFileSync } from 'node:child_process';
import { bearer } from '../fill-service.ts';
import { measureStreams, type MeasuredStreams } from '../measure-streams.ts';
import type { MeasuredServer } from '../server-process.ts';
import { preparePeerFolder, removePeerFolder, startPeer, type PeerName } from '../start-peers.ts';
import { startServices } from '../services.ts';
import { prepareShortReply, readScript } from '../stream-replies.ts';
import type { BenchOptions, Workload } from '../workload.ts';

/** Files that a process has open besides its streams. */
const spareFiles = 500;

interface Transport {
  /** Node's own server for it. */
  readonly floor: PeerName;
  /** How many streams share a connection; undefined for one each. */
  readonly perConnection?: number;
  readonly says: string;
}

/** Chat streams that are all open at once, over TLS, against Node's own server writing the same bytes at the same pace. */
export const streamsWorkload = openAtOnce({ floor: 'node-http', says: 'a connection each' });

/** The same over HTTP/2, as a shop's own server would carry them. */
export const streamsHttp2Workload = openAtOnce({
  floor: 'node-http2',
  perConnection: 100,
  says: '100 on each connection of HTTP/2',
});

function openAtOnce(transport: Transport): Workload {
  return {
    title: `POST /api/agents/chat/stream, all streams open at once, ${transport.says}`,
    async run(options) {
      const { perConnection = 1 } = transport;
      const most = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString()) - spareFiles;
      const counts = options.streams.filter((count) => !(count / perConnection > most));
      const left = options.streams.filter((count) => count / perConnection > most);
      const rows: Row[] = [];
      for (const count of counts) rows.push(...(await measureCount(options, transport, count)));
      const skipped = left.map((count) => `${count} streams need a higher limit of open files (ulimit -n).`);
      return { headings, rows: rows.map(cellsOf), data: rows, notes: [...skipped, ...notes] };
    },
  };
}

const headings = [
  'streams',
  'server',
  'whole reply us/event',
  'against node',
  'first event ms p50/p99',
  'late ms p50/p99',
  'kB/stream',
  'most MB',
  'MB after',
  'lost or wrong',
];

const notes = [
  'CPU holds the TLS handshake, the request and the end too, divided by all events of the reply.',
  'First event: after the time that the model was told to wait, and with its own connection and handshake.',
];

interface Row extends MeasuredStreams {
  readonly streams: number;
  readonly server: string;
  readonly pace: number;
  readonly ratio: number;
}

async function measureCount(options: BenchOptions, transport: Transport, count: number): Promise<Row[]> {
  const { floor: peerName, perConnection } = transport;
  const script = await shortScript();
  const texts = script.filter((event) => event.includes('"type":"text"')).length;
  // The last stream is open before the first one ends.
  const { openPerSecond } = options;
  const pace = Math.ceil(Math.max(100, ((count / openPerSecond) * 1000 + 2_000) / texts));
  const folder = await preparePeerFolder(1, {});
  const peerSettings = { PEER_STREAM: JSON.stringify({ events: script, pace }) };
  try {
    const peer = await startPeer(peerName, folder, 1, peerSettings);
    const floor = await measureAndStop(peer, {}, {}, { count, pace, openPerSecond, perConnection });
    const rows = [{ ...floor, streams: count, server: peer.name, pace, ratio: 1 }];
    // An older checkout may not speak HTTP/2.
    const against = perConnection === undefined ? options.against : null;
    for (const service of await startServices(
      { against },
      {
        environment: { ...environmentOf(pace), ...(perConnection === undefined ? {} : { HTTP2: 'on' }) },
      },
    )) {
      const body = await prepareShortReply(service);
      const measured = await measureAndStop(service, bearer(service), body, {
        count,
        pace,
        openPerSecond,
        perConnection,
      });
      const ratio = measured.cpuMicroseconds / floor.cpuMicroseconds;
      rows.push({ ...measured, streams: count, server: service.name, pace, ratio });
    }
    return rows;
  } finally {
    removePeerFolder(folder);
  }
}

interface Load {
  readonly count: number;
  readonly pace: number;
  readonly openPerSecond: number;
  readonly perConnection: number | undefined;
}

async function measureAndStop(
  server: MeasuredServer,
  key: Readonly<Record<string, string>>,
  body: object,
  { count, pace, openPerSecond, perConnection }: Load,
): Promise<MeasuredStreams> {
  try {
    const plan = {
      url: `${server.url}/api/agents/chat/stream`,
      headers: { ...key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      paceMilliseconds: pace,
      openPerSecond,
      ...(perConnection === undefined ? {} : { perConnection }),
      caFile: server.caFile,
    };
    return await measureStreams(server, plan, count);
  } finally {
    await server.stop();
  }
}

function environmentOf(pace: number): Readonly<Record<string, string>> {
  const seconds = String(Math.ceil(pace / 1000) * 100);
  return {
    BUILT_IN_MODEL_PACE_MS: String(pace),
    REPLY_TOTAL_SECONDS: seconds,
    REPLY_FIRST_CONTENT_SECONDS: seconds,
    REPLY_SILENCE_SECONDS: seconds,
  };
}

async function shortScript(): Promise<string[]> {
  const [service] = await startServices({ against: null });
  if (service === undefined) throw new Error('no service was started');
  try {
    return await readScript(service, await prepareShortReply(service));
  } finally {
    await service.stop();
  }
}

function cellsOf(row: Row): string[] {
  const pair = (one: number, other: number): string => `${one.toFixed(0)}/${other.toFixed(0)}`;
  return [
    String(row.streams),
    row.server,
    row.cpuMicroseconds.toFixed(0),
    row.ratio.toFixed(2),
    pair(row.firstEventP50, row.firstEventP99),
    pair(row.latenessP50, row.latenessP99),
    (row.bytesPerStream / 1000).toFixed(0),
    (row.mostBytes / 1e6).toFixed(0),
    (row.bytesAfter / 1e6).toFixed(0),
    String(row.failed + row.wrong),
  ];
}
