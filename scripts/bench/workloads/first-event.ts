import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { bearer } from '../fill-service.ts';
import type { MeasuredServer } from '../server-process.ts';
import { startServices } from '../services.ts';
import { preparePeerFolder, removePeerFolder, startPeer } from '../start-peers.ts';
import { quantile } from '../statistics.ts';
import { prepareShortReply, readScript } from '../stream-replies.ts';
import type { Workload } from '../workload.ts';

/** What the model waits before its first word, in milliseconds. */
const pace = 10;
const asked = 400;

interface Delay {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

/** What a reply's first event takes beyond the model's own time: one request after another on one open connection. */
export const firstEventWorkload: Workload = {
  title: 'First event after the first part of the model, one reply at a time on an open connection',
  async run(options) {
    const folder = await preparePeerFolder(1, {});
    const running: MeasuredServer[] = [];
    const delays: Delay[] = [];
    try {
      let script: string[] | undefined;
      for (const service of await startServices(options, {
        environment: { BUILT_IN_MODEL_PACE_MS: String(pace) },
      })) {
        running.push(service);
        const body = await prepareShortReply(service);
        script ??= await readScript(service, body);
        delays.push(await measure(service, bearer(service), body));
      }
      const settings = { PEER_STREAM: JSON.stringify({ events: script, pace }) };
      const peer = await startPeer('node-http', folder, 1, settings);
      running.push(peer);
      delays.unshift(await measure(peer, {}, {}));
    } finally {
      await Promise.all(running.map((server) => server.stop()));
      removePeerFolder(folder);
    }
    return {
      headings: ['server', 'ms p50', 'ms p99', 'goal ms'],
      rows: delays.map(({ name, p50, p99 }) => [name, p50.toFixed(1), p99.toFixed(1), '5']),
      data: delays,
      notes: [
        'From the request to the first event, less the time that the model was told to wait: what comes before the model is in it.',
      ],
    };
  },
};

async function measure(server: MeasuredServer, headers: object, body: object): Promise<Delay> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(server.caFile) });
  const ask = (): Promise<number> => firstEvent(server.url, agent, { ...headers }, JSON.stringify(body));
  // Loads code, and opens the connection.
  for (let warm = 0; warm < 20; warm++) await ask();
  const delays: number[] = [];
  while (delays.length < asked) delays.push((await ask()) - pace);
  agent.destroy();
  return { name: server.name, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
}

/** Milliseconds from the request to the first event of its reply; resolves when the reply is over. */
function firstEvent(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = performance.now();
    let first = Number.NaN;
    const outgoing = request(
      `${url}/api/agents/chat/stream`,
      {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.on('data', () => {
          if (Number.isNaN(first)) first = performance.now() - sent;
        });
        response.on('end', () => resolve(first));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
