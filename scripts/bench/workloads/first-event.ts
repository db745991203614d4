import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { startScriptedVendor } from '../../../server/testing/scripted-vendor.ts';
import { bearer } from '../fill-service.ts';
import type { MeasuredServer } from '../server-process.ts';
import { startServices } from '../services.ts';
import { preparePeerFolder, removePeerFolder, startPeer } from '../start-peers.ts';
import { quantile } from '../statistics.ts';
import { prepareShortReply, readScript } from '../stream-replies.ts';
import type { BenchOptions, Workload } from '../workload.ts';

/** What the model waits before its first word, in milliseconds. */
const pace = 10;
const asked = 400;

interface Delay {
  readonly server: string;
  readonly counted: string;
  readonly p50: number;
  readonly p99: number;
  readonly goal: number | null;
}

/** When a reply was asked for and when its first event came, by this process's clock, in milliseconds. */
interface Reply {
  readonly sent: number;
  readonly firstEvent: number;
}

/** How long a first event takes from the model to the client, and with the whole request before it. */
export const firstEventWorkload: Workload = {
  title: 'First event, one reply at a time on an open connection',
  async run(options) {
    const delays = [...(await afterFirstPart(options)), ...(await beyondPace(options))];
    return {
      headings: ['server', 'counted', 'ms p50', 'ms p99', 'goal ms'],
      rows: delays.map(({ server, counted, p50, p99, goal }) => [
        server,
        counted,
        p50.toFixed(1),
        p99.toFixed(1),
        String(goal ?? ''),
      ]),
      data: delays,
      notes: [
        `${fromFirstPart}: from the moment at which a vendor on this machine (OpenAI's wire format) begins`,
        'to write its first word to the moment at which the client has the event.',
        `${wholeRequest}: from the request to the first event, less the ${pace} ms that the built-in model waits.`,
      ],
    };
  },
};

const fromFirstPart = "from the model's first part";
const wholeRequest = 'the whole request';

async function afterFirstPart(options: BenchOptions): Promise<Delay[]> {
  let spoke = Number.NaN;
  const vendor = await startScriptedVendor(() => {
    spoke = performance.now();
    return [{ say: 'Hello ' }, { say: 'there.' }];
  });
  const running: MeasuredServer[] = [];
  const delays: Delay[] = [];
  try {
    for (const service of await startServices(options, { environment: vendor.env })) {
      running.push(service);
      const body = await prepareShortReply(service);
      const sinceSpoken = ({ firstEvent }: Reply): number => firstEvent - spoke;
      const measured = await measure(service, bearer(service), body, sinceSpoken);
      delays.push({ server: service.name, counted: fromFirstPart, ...measured, goal: 5 });
    }
  } finally {
    await Promise.all(running.map((server) => server.stop()));
    await vendor.close();
  }
  return delays;
}

async function beyondPace(options: BenchOptions): Promise<Delay[]> {
  const folder = await preparePeerFolder(1, {});
  const running: MeasuredServer[] = [];
  const delays: Delay[] = [];
  const add = async (server: MeasuredServer, headers: object, body: object): Promise<void> => {
    const beyond = ({ sent, firstEvent }: Reply): number => firstEvent - sent - pace;
    const measured = await measure(server, headers, body, beyond);
    delays.push({ server: server.name, counted: wholeRequest, ...measured, goal: null });
  };
  try {
    let script: string[] | undefined;
    const environment = { BUILT_IN_MODEL_PACE_MS: String(pace) };
    for (const service of await startServices(options, { environment })) {
      running.push(service);
      const body = await prepareShortReply(service);
      script ??= await readScript(service, body);
      await add(service, bearer(service), body);
    }
    const peer = await startPeer('node-http', folder, 1, {
      PEER_STREAM: JSON.stringify({ events: script, pace }),
    });
    running.push(peer);
    await add(peer, {}, {});
  } finally {
    await Promise.all(running.map((server) => server.stop()));
    removePeerFolder(folder);
  }
  return delays;
}

/** Asks for one reply after the other; `delayOf` is read as soon as each is over. */
async function measure(
  server: MeasuredServer,
  headers: object,
  body: object,
  delayOf: (reply: Reply) => number,
): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(server.caFile) });
  const ask = (): Promise<Reply> => askOnce(server.url, agent, { ...headers }, JSON.stringify(body));
  // Loads code, and opens the connection.
  for (let warm = 0; warm < 20; warm++) await ask();
  const delays: number[] = [];
  while (delays.length < asked) {
    const delay = delayOf(await ask());
    if (!(delay > -pace)) throw new Error(`${server.name}: no delay, but ${delay} ms`);
    delays.push(delay);
  }
  agent.destroy();
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
}

/** Sends one request; resolves when its reply is over. */
function askOnce(url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = performance.now();
    let firstEvent = Number.NaN;
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
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.on('data', () => {
          if (Number.isNaN(firstEvent)) firstEvent = performance.now();
        });
        response.on('end', () => resolve({ sent, firstEvent }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
