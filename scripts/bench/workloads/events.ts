import { runScript, type MeasuredServer } from '../processes.ts';
import { median, spread, type Workload } from '../report.ts';
import { bearer, prepareLongReply, readReply, startServices } from '../service.ts';
import { startPeer } from '../start-peer.ts';
import type { StreamPlan, StreamResult } from '../stream-load.ts';

const paceMs = 40;
/**
 * Not a multiple of the pace: streams that begin a multiple of it apart would send at the same moments, and a server
 * that wakes up once for many of them would look cheaper than it is.
 */
const openPerSecond = 137;

interface Contender {
  readonly server: MeasuredServer;
  readonly plan: StreamPlan;
  readonly results: StreamResult[];
}

/** CPU for an event of long replies, against node:http that writes the same bytes at the same pace. */
export const eventsWorkload: Workload = async (options) => {
  const contenders: Contender[] = [];
  const add = (server: MeasuredServer, headers: object, body: object): void => {
    const plan: StreamPlan = {
      url: `${server.url}/api/agents/chat/stream`,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      streams: 200,
      openPerSecond,
      paceMs,
      settledTexts: 8,
      caFile: server.caFile,
      serverPid: server.pid,
    };
    contenders.push({ server, plan, results: [] });
  };
  try {
    const services = await startServices(options, { BUILT_IN_MODEL_PACE_MS: String(paceMs) });
    const replies: string[][] = [];
    for (const service of services) {
      const chat = await prepareLongReply(service);
      add(service, bearer(service), chat);
      replies.push(await readReply(service, chat));
    }
    const [service] = services;
    const [events = []] = replies;
    if (service !== undefined)
      add(await startPeer('node-http', service, { stream: { events, paceMs } }), {}, {});
    for (const { plan } of contenders) await runScript('stream-load.ts', plan);
    for (let round = 0; round < options.rounds; round++) for (const one of contenders) await measure(one);
  } finally {
    await Promise.all(contenders.map(({ server }) => server.stop()));
  }
  return resultOf(contenders.toReversed());
};

async function measure({ server, plan, results }: Contender): Promise<void> {
  const result = (await runScript('stream-load.ts', plan)) as StreamResult;
  const { failed, wrong } = result;
  if (failed + wrong > 0) throw new Error(`${server.name}: ${failed} streams failed, ${wrong} were wrong`);
  results.push(result);
}

function resultOf(contenders: readonly Contender[]): Awaited<ReturnType<Workload>> {
  const costs = contenders.map(({ server, results }) => {
    const cpu = results.map(({ cpuMicroseconds }) => cpuMicroseconds ?? Number.NaN);
    const late = median(results.map(({ latenessP99Ms }) => latenessP99Ms ?? Number.NaN));
    return { name: server.name, cpu: median(cpu), spread: spread(cpu), late };
  });
  const floor = costs[0]?.cpu ?? Number.NaN;
  const rows = costs.map(({ name, cpu, spread: noise, late }) => [
    name,
    cpu.toFixed(1),
    noise,
    (cpu / floor).toFixed(2),
    late.toFixed(0),
  ]);
  const measured = (costs.find(({ name }) => name === 'this service')?.cpu ?? Number.NaN) / floor;
  return {
    tables: [
      {
        title: 'An event of POST /api/agents/chat/stream: replies of some 130 events, 200 at once',
        headings: ['server', 'CPU us/event', 'spread', 'against node-http', 'late ms p99'],
        rows,
      },
    ],
    limits: [{ name: 'event of a stream: CPU against node:http', measured, limit: 1.7 }],
  };
}
