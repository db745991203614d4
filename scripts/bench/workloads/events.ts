import { cpuSecondsOf } from '../cpu-time.ts';
import { bearer } from '../fill-service.ts';
import { readStreams } from '../measure-streams.ts';
import type { MeasuredServer } from '../server-process.ts';
import { startServices } from '../services.ts';
import { preparePeerFolder, removePeerFolder, startPeer } from '../start-peers.ts';
import { formatSpread, median, spread } from '../statistics.ts';
import type { StreamPlan } from '../stream-load.ts';
import { prepareLongReply, readScript } from '../stream-replies.ts';
import type { BenchOptions, Workload, WorkloadResult } from '../workload.ts';

const streams = 200;
const paceMilliseconds = 40;
/**
 * No round part of the pace: streams that begin a multiple of it apart would speak at the same moments, and a server
 * that wakes up once for many of them looks cheaper than it is.
 */
const openPerSecond = 137;

interface Contender {
  readonly server: MeasuredServer;
  readonly plan: StreamPlan;
  readonly steady: number[];
  readonly cpu: number[];
  readonly late: number[];
}

/** What an event costs once its stream runs: long replies, against node:http writing the same bytes at the same pace. */
export const eventsWorkload: Workload = {
  title: 'An event of POST /api/agents/chat/stream: replies of some 130 events, 200 at once',
  async run(options) {
    const folder = await preparePeerFolder(1, {});
    const contenders: Contender[] = [];
    try {
      await addContenders(contenders, options, folder);
      for (const { plan } of contenders) await readStreams(plan);
      for (let round = 0; round < options.rounds; round++) {
        for (const contender of contenders) await measure(contender);
      }
      return tableOf(contenders);
    } finally {
      await Promise.all(contenders.map(({ server }) => server.stop()));
      removePeerFolder(folder);
    }
  },
};

async function addContenders(contenders: Contender[], options: BenchOptions, folder: string): Promise<void> {
  const environment = { BUILT_IN_MODEL_PACE_MS: String(paceMilliseconds) };
  const add = (server: MeasuredServer, headers: object, body: object): void => {
    const plan: StreamPlan = {
      url: `${server.url}/api/agents/chat/stream`,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      streams,
      openPerSecond,
      paceMilliseconds,
      caFile: server.caFile,
      serverPid: server.pid,
    };
    contenders.push({ server, plan, steady: [], cpu: [], late: [] });
  };
  let script: string[] | undefined;
  for (const service of await startServices(options, { environment })) {
    const request = await prepareLongReply(service);
    add(service, bearer(service), request);
    script ??= await readScript(service, request);
  }
  const settings = { PEER_STREAM: JSON.stringify({ events: script, pace: paceMilliseconds }) };
  const peer = await startPeer('node-http', folder, 1, settings);
  add(peer, {}, {});
  contenders.unshift(...contenders.splice(-1));
}

async function measure({ server, plan, steady, cpu, late }: Contender): Promise<void> {
  const before = cpuSecondsOf(server.pid);
  const { events, failed, wrong, latenessP99, steadyMicroseconds } = await readStreams(plan);
  if (failed + wrong > 0) throw new Error(`${server.name}: ${failed} streams failed, ${wrong} were wrong`);
  cpu.push(((cpuSecondsOf(server.pid) - before) * 1e6) / events);
  steady.push(steadyMicroseconds);
  late.push(latenessP99);
}

function tableOf(contenders: readonly Contender[]): WorkloadResult {
  const [floor] = contenders;
  const data = contenders.map(({ server, steady, cpu, late }) => ({
    name: server.name,
    eventMicroseconds: median(steady),
    spread: spread(steady),
    ratio: median(steady) / median(floor?.steady ?? []),
    replyMicroseconds: median(cpu),
    replyRatio: median(cpu) / median(floor?.cpu ?? []),
    lateP99: median(late),
  }));
  return {
    headings: [
      'server',
      'CPU us/event',
      'spread',
      'against node-http',
      'whole reply us/event',
      'against',
      'late ms p99',
    ],
    rows: data.map((row) => [
      row.name,
      row.eventMicroseconds.toFixed(1),
      formatSpread(row.spread),
      row.ratio.toFixed(2),
      row.replyMicroseconds.toFixed(1),
      row.replyRatio.toFixed(2),
      row.lateP99.toFixed(0),
    ]),
    data,
    notes: [
      'CPU us/event: while every stream is in the middle of its reply.',
      'Whole reply: handshake, request, tools and end are in it, divided by all of its events.',
    ],
  };
}
