import { createServer } from 'node:http';
import express from 'express';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Deps } from '../deps.ts';
import { bindAll } from './server.ts';

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** Only this machine may read: a collector elsewhere needs a proxy of the operator's. */
const host = '127.0.0.1';

type MetricsDeps = Pick<Deps, 'metrics' | 'chat' | 'poolUse' | 'log'>;

/**
 * Serves `/metrics` in Prometheus' text format, with the metrics of Node and its event loop, on a port of 127.0.0.1; port 0
 * lets the system choose. Throws ConfigError when the port is in use.
 */
export async function startMetricsServer(deps: MetricsDeps, metricsPort: number) {
  const { registry } = deps.metrics;
  collectDefaultMetrics({ register: registry });
  addGauges(deps);
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  const server = createServer(app);
  const port = await bindAll([server], [host], 'METRICS_PORT', metricsPort);
  const url = `http://${host}:${port}/metrics`;
  deps.log.info({ url }, 'serving metrics');
  return {
    url,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is read at each scrape. */
function addGauges({ metrics: { registry }, chat, poolUse }: MetricsDeps): void {
  const activeReplies = new Gauge({
    name: 'agent_service_active_replies',
    help: 'Replies in progress.',
    registers: [],
    collect() {
      this.set(chat.active.size);
    },
  });
  const connections = new Gauge({
    name: 'agent_service_database_connections',
    help: 'Connections of the pool to the database by state; waiting are calls without one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(poolUse())) this.set({ state }, count);
    },
  });
  registry.registerMetric(activeReplies);
  registry.registerMetric(connections);
}
