import { setTimeout as wait } from 'node:timers/promises';
import { eventsOf, readEvents } from '../../../server/testing/read-events.ts';
import type { TestShop } from '../../../server/testing/test-shop.ts';
import type { NodeCluster } from '../cluster.ts';
import type { ServiceNode } from '../node.ts';
import { ask, listAgents } from '../requests.ts';

/** What clients saw while a node stopped. */
export interface StopReport {
  /** Status of `/readyz` in the first response after SIGTERM, and how long that took. */
  readonly readyStatus: number;
  readonly readyMs: number;
  /** How many of the open replies the node had. */
  readonly repliesOfNode: number;
  /** Replies whose last event is not `end`. */
  readonly truncated: number;
  /** Statuses of requests through the balancer during the stop, other than 200. */
  readonly failures: readonly number[];
  /** Requests that the balancer sent to the node after it had noticed. */
  readonly sentAfterwards: number;
  readonly exitCode: number | null;
}

/**
 * Opens `count` replies through the balancer, ten at a time, and stops the first node. The model must pace its replies so
 * that they take longer.
 */
export async function stopUnderReplies(
  cluster: NodeCluster,
  shop: TestShop,
  count: number,
): Promise<StopReport> {
  const [node] = cluster.nodes;
  const before = (await nodeState(cluster)).requests;
  const ends: Promise<string | undefined>[] = [];
  while (ends.length < count) {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openReply(cluster, shop)));
    ends.push(...opened.map(({ rest }) => rest));
  }
  const repliesOfNode = (await nodeState(cluster)).requests - before;
  const stopping = performance.now();
  const exit = node.process.stop();
  const readyStatus = await firstUnready(node);
  const readyMs = performance.now() - stopping;
  const sent: Promise<Response>[] = [];
  while ((await nodeState(cluster)).isUp) {
    sent.push(ask(cluster, shop, { stream: false }));
    sent.push(...(await sendLists(cluster, shop)));
  }
  // Until what was sent before has arrived.
  sent.push(...(await sendLists(cluster, shop)));
  const noticed = (await nodeState(cluster)).requests;
  sent.push(...(await sendLists(cluster, shop)));
  const failures = (await Promise.all(sent)).map(({ status }) => status).filter((status) => status !== 200);
  const last = await Promise.all(ends);
  const exitCode = await exit;
  const sentAfterwards = (await nodeState(cluster)).requests - noticed;
  const truncated = last.filter((type) => type !== 'end').length;
  return { readyStatus, readyMs, repliesOfNode, truncated, failures, sentAfterwards, exitCode };
}

/** Starts a stopped node and waits until the balancer uses it. */
export async function startAgain(cluster: NodeCluster, node: ServiceNode): Promise<void> {
  node.start();
  await node.process.ready;
  const index = cluster.nodes.indexOf(node);
  for (const end = performance.now() + 20_000; performance.now() < end; await wait(50))
    if ((await cluster.balancer.nodes())[index]?.isUp) return;
  throw new Error('the balancer does not use the node after 20 s');
}

/** Resolves when the first event is there; `rest` is the type of the last one. */
async function openReply(
  cluster: NodeCluster,
  shop: TestShop,
): Promise<{ readonly rest: Promise<string | undefined> }> {
  let response = await ask(cluster, shop);
  // A busy machine takes longer than the database's deadline: the client tries again, as the response says.
  while (response.status === 503) response = await ask(cluster, shop);
  if (response.status !== 200) throw new Error(`a reply did not start: ${await response.text()}`);
  const events = readEvents(response);
  await events.next();
  const rest = eventsOf({ events }).then(
    (received) => received.at(-1)?.type,
    (error: unknown) => String(error),
  );
  return { rest };
}

async function firstUnready(node: ServiceNode): Promise<number> {
  for (;;) {
    const { status } = await node.fetch('/readyz');
    // Responses from before the signal arrived.
    if (status !== 200) return status;
  }
}

/** Ten at once, and the promises of their responses when they are there. */
async function sendLists(cluster: NodeCluster, shop: TestShop): Promise<Promise<Response>[]> {
  const sent = Array.from({ length: 10 }, () => listAgents(cluster, shop));
  await Promise.all(sent);
  return sent;
}

async function nodeState(cluster: NodeCluster) {
  const [state] = await cluster.balancer.nodes();
  if (state === undefined) throw new Error('HAProxy has no first node');
  return state;
}
