import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startNginx } from '../../deploy/start-nginx.ts';
import type { LoadOrder, LoadResult } from '../load.ts';
import { agentBody } from '../peers/agent-body.ts';
import { pinnedTo, residentBytesOf, runScript } from '../processes.ts';
import type { Limit, Table, Workload } from '../report.ts';
import { bearer, prepareShortReply, readReply, startService, type MeasuredService } from '../service.ts';
import type { StreamPlan, StreamResult } from '../stream-load.ts';

const openPerSecond = 150;
/** How long creates are measured. */
const writeSeconds = 5;
/** Files that a process has open besides its streams. */
const spareFiles = 500;

interface Row extends StreamResult {
  readonly name: string;
  readonly createsPerSecond: number | undefined;
  readonly bytesPerStream: number;
  readonly maxBytes: number;
}

/** Streams over TLS while 64 writers create agents, and more streams over plain HTTP behind nginx that ends TLS. */
export const streamsWorkload: Workload = async ({ streams, streamsBehindProxy }) => {
  const openFiles = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString());
  if (openFiles < Math.max(streams, streamsBehindProxy) + spareFiles)
    throw new Error(`streams need a higher limit of open files than ${openFiles} (ulimit -n)`);
  const overTls = await measureOverTls(streams);
  const behindNginx = await measureBehindNginx(streamsBehindProxy);
  const limits: Limit[] = [
    {
      name: `${streams} streams over TLS with 64 writers: late ms p99`,
      measured: overTls.latenessP99Ms ?? Number.NaN,
      limit: 200,
    },
    {
      name: `${streamsBehindProxy} streams behind nginx: MB of the service`,
      measured: behindNginx.maxBytes / 1e6,
      limit: 1_200,
    },
    ...[overTls, behindNginx].map(({ name, failed, wrong }) => ({
      name: `${name}: streams lost or wrong`,
      measured: failed + wrong,
      limit: 0,
    })),
  ];
  return { tables: [tableOf([overTls, behindNginx])], limits };
};

async function measureOverTls(count: number): Promise<Row> {
  const paceMs = await paceFor(count);
  const service = await startService(environmentOf(paceMs));
  try {
    const plan = await planOf(service, service.url, count, paceMs);
    return await measure(`${count} over TLS`, service, plan, true);
  } finally {
    await service.stop();
  }
}

async function measureBehindNginx(count: number): Promise<Row> {
  const paceMs = await paceFor(count);
  const service = await startService({ ...environmentOf(paceMs), TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const nginx = await startNginx({
      certFile: join(service.dataDir, 'tls', 'server.pem'),
      keyFile: join(service.dataDir, 'tls', 'server.pem'),
      servicePort: service.httpPort,
      isAddressLimited: false,
      command: pinnedTo(1, ['nginx']),
    });
    try {
      const plan = await planOf(service, `https://localhost:${nginx.httpsPort}`, count, paceMs);
      return await measure(`${count} behind nginx`, service, plan, false);
    } finally {
      await nginx.stop();
    }
  } finally {
    await service.stop();
  }
}

async function planOf(
  service: MeasuredService,
  url: string,
  streams: number,
  paceMs: number,
): Promise<StreamPlan> {
  return {
    url: `${url}/api/agents/chat/stream`,
    headers: { ...bearer(service), 'Content-Type': 'application/json' },
    body: JSON.stringify(await prepareShortReply(service)),
    streams,
    openPerSecond,
    paceMs,
    settledTexts: 1,
    caFile: service.caFile,
    serverPid: service.pid,
  };
}

async function measure(
  name: string,
  service: MeasuredService,
  plan: StreamPlan,
  withWriters: boolean,
): Promise<Row> {
  const before = residentBytesOf(service.pid);
  let maxBytes = before;
  const sampler = setInterval(() => {
    maxBytes = Math.max(maxBytes, residentBytesOf(service.pid));
  }, 250);
  try {
    let creates: Promise<number> | undefined;
    const onStderr = (): void => {
      if (withWriters) creates = createAgents(service, plan);
    };
    const result = (await runScript('stream-load.ts', plan, { onStderr })) as StreamResult;
    if (result.failed > 0)
      console.error(`${name}: ${result.failed} streams failed, such as: ${result.failure}`);
    const bytesPerStream = (maxBytes - before) / plan.streams;
    return { ...result, name, createsPerSecond: await creates, bytesPerStream, maxBytes };
  } finally {
    clearInterval(sampler);
  }
}

/** Creates agents over 64 connections for some seconds; returns creates in a second. */
async function createAgents(service: MeasuredService, plan: StreamPlan): Promise<number> {
  const order: LoadOrder = {
    plans: [
      {
        url: `${service.url}/api/agents`,
        method: 'POST',
        headers: plan.headers,
        body: JSON.stringify(agentBody(1)),
        connections: 64,
        caFile: service.caFile,
        serverPid: service.pid,
      },
    ],
    rounds: 1,
    seconds: writeSeconds,
    warmUpSeconds: 0,
  };
  const [result] = (await runScript('load.ts', order)) as LoadResult[];
  const { statuses = {}, rounds = [] } = result ?? {};
  if (Object.keys(statuses).join() !== '201') throw new Error(`creates returned ${JSON.stringify(statuses)}`);
  return rounds.reduce((sum, round) => sum + round.requests / round.seconds, 0);
}

/** The pace in milliseconds with which all streams are open together for some seconds. */
async function paceFor(count: number): Promise<number> {
  const service = await startService();
  try {
    const reply = await readReply(service, await prepareShortReply(service));
    const texts = reply.filter((event) => event.includes('"type":"text"')).length;
    // A quarter of the time for the opening to take longer than planned.
    const openSeconds = (1.25 * count) / openPerSecond;
    return Math.ceil((1000 * (openSeconds + writeSeconds)) / (texts - 1));
  } finally {
    await service.stop();
  }
}

function environmentOf(paceMs: number): Readonly<Record<string, string>> {
  const seconds = String(Math.ceil(paceMs / 1000) * 100);
  return {
    MAX_CONNECTIONS: '20000',
    BUILT_IN_MODEL_PACE_MS: String(paceMs),
    REPLY_TOTAL_SECONDS: seconds,
    REPLY_FIRST_CONTENT_SECONDS: seconds,
    REPLY_SILENCE_SECONDS: seconds,
  };
}

function tableOf(rows: readonly Row[]): Table {
  return {
    title: 'POST /api/agents/chat/stream, all streams open at once, a connection each',
    headings: ['streams', 'creates/s', 'late ms p50', 'p99', 'kB/stream', 'max MB', 'failed', 'wrong'],
    rows: rows.map((row) => [
      row.name,
      row.createsPerSecond?.toFixed(0) ?? '',
      row.latenessP50Ms?.toFixed(0) ?? 'none',
      row.latenessP99Ms?.toFixed(0) ?? 'none',
      (row.bytesPerStream / 1000).toFixed(0),
      (row.maxBytes / 1e6).toFixed(0),
      String(row.failed),
      String(row.wrong),
    ]),
    note: 'Lateness while all streams are open.',
  };
}
