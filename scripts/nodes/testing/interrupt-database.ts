import { setTimeout as wait } from 'node:timers/promises';
import type { TestShop } from '../../../server/testing/test-shop.ts';
import type { NodeCluster } from '../cluster.ts';
import { createAgent, listAgents, namesOf, type Sender, untilAvailable } from '../requests.ts';

/** What clients saw while the database was interrupted. */
export interface InterruptionReport {
  /** How many creates had each status; 0 is a connection that ended without a response. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Bodies and Retry-After of the 503 responses, each once. */
  readonly unavailable: readonly string[];
  /** The longest time from a request to its response. */
  readonly slowestMs: number;
  /** From the return of the database until every node, and the balancer, created an agent. */
  readonly backMs: number;
  /** Names that were acknowledged and are not listed afterwards. */
  readonly lost: readonly string[];
  /** Names that are listed more than once. */
  readonly duplicated: readonly string[];
}

interface Create {
  readonly name: string;
  readonly status: number;
  readonly unavailable: string | undefined;
  readonly ms: number;
}

const clients = 6;

/**
 * Creates agents through the balancer while `interrupt` runs, which resolves when the database is back, and until every
 * node works again.
 */
export async function interruptDatabase(
  cluster: NodeCluster,
  shop: TestShop,
  interrupt: () => Promise<void>,
): Promise<InterruptionReport> {
  const creates: Create[] = [];
  let isOver = false;
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let number = 0; !isOver; number += 1) {
      creates.push(await createOnce(cluster, shop, `${client}-${number}`));
      await wait(10);
    }
  });
  while (creates.length < 2 * clients) await wait(10);
  await interrupt();
  const back = performance.now();
  const senders = [...cluster.nodes, cluster];
  await Promise.all(senders.map((sender, index) => untilCreated(sender, shop, `back-${index}`)));
  const backMs = performance.now() - back;
  isOver = true;
  await Promise.all(load);
  return { ...reportOf(creates), backMs, ...(await compareWithList(cluster, shop, creates)) };
}

/** Lets the database's address lead to the standby until every node has noticed. */
export async function misleadAddress({ database, nodes }: NodeCluster): Promise<void> {
  database.leadToStandby();
  for (const node of nodes) while ((await node.fetch('/readyz')).status !== 503) await wait(20);
  database.leadToPrimary();
}

async function createOnce(sender: Sender, shop: TestShop, name: string): Promise<Create> {
  const start = performance.now();
  try {
    const response = await createAgent(sender, shop, name);
    const body = await response.text();
    const { status, headers } = response;
    const unavailable = status === 503 ? `${body} Retry-After: ${headers.get('retry-after')}` : undefined;
    return { name, status, unavailable, ms: performance.now() - start };
  } catch {
    return { name, status: 0, unavailable: undefined, ms: performance.now() - start };
  }
}

async function untilCreated(sender: Sender, shop: TestShop, name: string): Promise<void> {
  const { status } = await untilAvailable(() => createAgent(sender, shop, name));
  if (status !== 201) throw new Error(`a create after the interruption was ${status}`);
}

function reportOf(creates: readonly Create[]) {
  const statuses: Record<number, number> = {};
  for (const { status } of creates) statuses[status] = (statuses[status] ?? 0) + 1;
  const unavailable = creates.flatMap((create) => create.unavailable ?? []);
  const slowestMs = Math.max(...creates.map(({ ms }) => ms));
  return { statuses, unavailable: [...new Set(unavailable)], slowestMs };
}

async function compareWithList(cluster: NodeCluster, shop: TestShop, creates: readonly Create[]) {
  const listed = await namesOf(await untilAvailable(() => listAgents(cluster, shop)));
  const names = new Set(listed);
  const acknowledged = creates.filter(({ status }) => status === 201).map(({ name }) => name);
  const lost = acknowledged.filter((name) => !names.has(name));
  return { lost, duplicated: listed.filter((name, index) => listed.indexOf(name) !== index) };
}
