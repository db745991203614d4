import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What one process counts, for Prometheus (decision 0055). Labels are words of ours: never a path, an id or a text. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Up to the duration of a reply, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const firstTokenBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30];

/** Creates the metrics of a process, in a registry of their own. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'agent_service_requests_total',
      help: 'Requests by operation and status; 429 are those that a limit rejected.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'agent_service_request_seconds',
      help: 'Time from the head of a request to the end of its response or stream.',
      labelNames: ['operation'],
      buckets: requestBuckets,
      registers,
    }),
    replies: new Counter({
      name: 'agent_service_replies_total',
      help: 'Replies that have ended, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    firstTokenSeconds: new Histogram({
      name: 'agent_service_first_token_seconds',
      help: 'Time from the start of a reply to its first text.',
      buckets: firstTokenBuckets,
      registers,
    }),
    tokens: new Counter({
      name: 'agent_service_tokens_total',
      help: 'Tokens that models reported, by direction.',
      labelNames: ['direction'],
      registers,
    }),
    ...outgoingMetrics(registers),
    databaseErrors: new Counter({
      name: 'agent_service_database_errors_total',
      help: 'Calls of the database that failed because it was not available or too slow.',
      registers,
    }),
    certificateExpiry: new Gauge({
      name: 'agent_service_certificate_expiry_seconds',
      help: 'When the certificate that is presented expires, in seconds since the epoch.',
      registers,
    }),
    eventLoopStalls: new Counter({
      name: 'agent_service_event_loop_stalls_total',
      help: 'How often the event loop stood still for 2 s or more; the log has the stacks.',
      registers,
    }),
  };
}

function outgoingMetrics(registers: Registry[]) {
  return {
    liveShopSeconds: new Histogram({
      name: 'agent_service_live_shop_seconds',
      help: 'Time of a call of a shop that is searched live, by outcome; what the cache has is no call.',
      labelNames: ['outcome'],
      buckets: firstTokenBuckets,
      registers,
    }),
    notices: new Counter({
      name: 'agent_service_notices_total',
      help: 'Outages and spending caps that owners of stores got a notice of, each once.',
      labelNames: ['kind'],
      registers,
    }),
    deliveries: new Counter({
      name: 'agent_service_deliveries_total',
      help: 'Attempts to send a notice to a recipient, by channel and outcome.',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
  };
}
