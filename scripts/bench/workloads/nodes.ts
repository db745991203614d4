import { setTimeout as wait } from 'node:timers/promises';
import { addTestShop, type TestShop } from '../../../server/testing/test-shop.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from '../../nodes/cluster.ts';
import { ask, createAgent, listAgents } from '../../nodes/requests.ts';
import { programCpu } from '../program-cpu.ts';
import { type BenchOptions, median, spread, type Workload, type WorkloadResult } from '../report.ts';

const connections = 16;
/** For each node: V8 compiles the code of each. */
const warmUpSecondsOfNode = 5;

/** Lists, creates and chat through HAProxy: on three nodes over PostgreSQL with a standby, then on one of them. */
export const nodesWorkload: Workload = async (options) => {
  if (!hasProgram('haproxy')) throw new Error('the workload "nodes" needs HAProxy');
  const cluster = await startCluster({ BUILT_IN_MODEL_PACE_MS: '0' });
  try {
    const three = await measureLoads(cluster, options, cluster.nodes.length);
    const [, ...others] = cluster.nodes;
    await Promise.all(others.map((node) => node.process.stop()));
    while ((await cluster.balancer.nodes()).filter(({ isUp }) => isUp).length > 1) await wait(50);
    return report(await measureLoads(cluster, options, 1), three);
  } finally {
    await cluster.close();
  }
};

interface Load {
  readonly name: string;
  readonly expectedStatus: number;
  send(cluster: NodeCluster, shop: TestShop): Promise<Response>;
}

const loads: readonly Load[] = [
  { name: 'list of 20', expectedStatus: 200, send: listAgents },
  { name: 'create', expectedStatus: 201, send: (cluster, shop) => createAgent(cluster, shop, 'Bench') },
  { name: 'reply of some 20 events', expectedStatus: 200, send: (cluster, shop) => ask(cluster, shop) },
];

/** Medians over the rounds. */
interface NodesCost {
  readonly name: string;
  readonly requestsPerSecond: number;
  /** CPU for one request, of all nodes. */
  readonly serviceMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly spread: string;
}

async function measureLoads(
  cluster: NodeCluster,
  options: BenchOptions,
  nodes: number,
): Promise<NodesCost[]> {
  const warmUpSeconds = warmUpSecondsOfNode * nodes;
  const costs: NodesCost[] = [];
  for (const load of loads) {
    const shop = await addTestShop(cluster.operator, { plan: 'enterprise', requests_per_minute: 1_000_000 });
    for (let agents = 1; agents < 20; agents += 1) await createAgent(cluster, shop, `agent ${agents}`);
    const send = (): Promise<Response> => load.send(cluster, shop);
    costs.push(await measure(load, send, { ...options, warmUpSeconds }));
  }
  return costs;
}

async function measure(
  { name, expectedStatus }: Load,
  send: () => Promise<Response>,
  { rounds, seconds, warmUpSeconds }: BenchOptions & { readonly warmUpSeconds: number },
): Promise<NodesCost> {
  const run = async (duration: number) => {
    const [start, before] = [performance.now(), programCpu()];
    let requests = 0;
    const worker = async (): Promise<void> => {
      for (; performance.now() < start + duration * 1000; requests += 1) {
        const response = await send();
        await response.arrayBuffer();
        if (response.status !== expectedStatus) throw new Error(`${name} returned ${response.status}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    const after = programCpu();
    const microseconds = (program: keyof typeof after): number =>
      ((after[program] - before[program]) * 1e6) / requests;
    return {
      requestsPerSecond: (requests * 1000) / (performance.now() - start),
      service: microseconds('service'),
      postgres: microseconds('postgres'),
    };
  };
  await run(warmUpSeconds);
  const results: Awaited<ReturnType<typeof run>>[] = [];
  while (results.length < rounds) results.push(await run(seconds));
  return {
    name,
    requestsPerSecond: median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
    serviceMicroseconds: median(results.map(({ service }) => service)),
    postgresMicroseconds: median(results.map(({ postgres }) => postgres)),
    spread: spread(results.map(({ service, postgres }) => service + postgres)),
  };
}

function report(one: readonly NodesCost[], three: readonly NodesCost[]): WorkloadResult {
  const pairs = one.flatMap((cost, index) => {
    const other = three[index];
    return other === undefined
      ? []
      : [{ name: cost.name, one: cost, three: other, ratio: ratioOf(cost, other) }];
  });
  const rows = pairs.flatMap((pair) => [
    rowOf(`${pair.name}, one node`, pair.one, 1),
    rowOf(`${pair.name}, three nodes`, pair.three, pair.ratio),
  ]);
  return {
    tables: [
      {
        title: `One and three nodes behind HAProxy over PostgreSQL, ${connections} connections`,
        headings: [
          'load',
          'requests/s',
          'CPU us/request of nodes',
          'of PostgreSQL',
          'spread',
          'CPU against one',
        ],
        rows,
        note: `On one machine three nodes are not faster: they share its processors with PostgreSQL and HAProxy. They need more CPU for
a request, as a node gathers fewer requests for each call of the rate limit.
`,
      },
    ],
    limits: [],
  };
}

/** CPU of nodes and PostgreSQL together. */
function ratioOf(one: NodesCost, three: NodesCost): number {
  const total = (cost: NodesCost): number => cost.serviceMicroseconds + cost.postgresMicroseconds;
  return total(three) / total(one);
}

function rowOf(name: string, cost: NodesCost, ratio: number): string[] {
  return [
    name,
    cost.requestsPerSecond.toFixed(0),
    cost.serviceMicroseconds.toFixed(0),
    cost.postgresMicroseconds.toFixed(0),
    cost.spread,
    ratio.toFixed(2),
  ];
}
