import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { quantile } from './statistics.ts';

/** What one run of the load generator sends; it arrives as JSON on standard input. */
export interface LoadPlan {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
  readonly caFile: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

/** Keeps `connections` requests in flight until the time is over. */
async function sendLoad(plan: LoadPlan): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections, ca: readFileSync(plan.caFile) });
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();
  const end = began + plan.seconds * 1000;
  const answered = (status: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const worker = async (): Promise<void> => {
    // The first one waits for all handshakes: it counts, but says nothing of how long an answer takes.
    answered(await sendOne(plan, agent));
    while (performance.now() < end) {
      const sent = performance.now();
      const status = await sendOne(plan, agent);
      latencies.push(performance.now() - sent);
      answered(status);
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, worker));
  agent.destroy();
  return {
    requests: latencies.length + plan.connections,
    seconds: (performance.now() - began) / 1000,
    statuses,
    p50Milliseconds: quantile(latencies, 0.5),
    p99Milliseconds: quantile(latencies, 0.99),
  };
}

function sendOne(plan: LoadPlan, agent: Agent): Promise<number> {
  const secure = plan.url.startsWith('https:');
  return new Promise((resolve, reject) => {
    const outgoing = (secure ? request : plainRequest)(plan.url, {
      method: plan.method,
      headers: {
        ...plan.headers,
        ...(plan.body === undefined ? {} : { 'content-length': Buffer.byteLength(plan.body) }),
      },
      ...(secure ? { agent } : {}),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    outgoing.end(plan.body);
  });
}

if (import.meta.main) {
  const result = await sendLoad(JSON.parse(readFileSync(0, 'utf8')) as LoadPlan);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
