import { destination } from 'pino';
import { createApp } from './app.ts';
import { announceSetup } from './commands/announce-setup.ts';
import type { Config } from './config/config.ts';
import { showDemo } from './demo/show-demo.ts';
import { lockServing } from './db/serve-lock.ts';
import { openDeps, type Deps } from './deps.ts';
import { defaultMaxConnections } from './http/connection-limits.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { startService, type Service } from './http/server.ts';
import { checkModels, checkTimeoutMs } from './models/check-models.ts';
import { describeModels, unpricedModels } from './models/registry.ts';
import { systemClock } from './support/clock.ts';
import { startWatchdog } from './support/watchdog.ts';

/**
 * Serves until SIGTERM or SIGINT, then lets replies in progress finish. With `demo` an empty database is filled. Throws
 * ConfigError or DatabaseError at start.
 */
export async function serve(config: Config, options: { readonly demo: boolean }): Promise<void> {
  const maxConnections = config.maxConnections ?? defaultMaxConnections(process.report.getReport());
  const lock = lockServing(config);
  try {
    const deps = await openDeps({ ...config, maxConnections }, systemClock, destination({ dest: 2 }));
    try {
      await serveUntilStopped(deps, options.demo);
    } finally {
      await deps.close();
    }
  } finally {
    lock.release();
  }
}

async function serveUntilStopped(deps: Deps, demo: boolean): Promise<void> {
  const { metricsPort, drainMs, logLevel } = deps.config;
  const metrics = metricsPort === null ? null : await startMetricsServer(deps, metricsPort);
  try {
    const service = await startService(deps, createApp(deps));
    const onStall = (): void => deps.metrics.eventLoopStalls.inc();
    const stopWatchdog = startWatchdog({ logLevel, onStall });
    try {
      await waitForShutdown(deps, service, demo);
    } finally {
      await service.stop(drainMs);
      await stopWatchdog();
    }
  } finally {
    await metrics?.stop();
  }
}

async function waitForShutdown(deps: Deps, service: Service, demo: boolean): Promise<void> {
  const { config, log, chat } = deps;
  // The demo's banner lists the models itself.
  if (!demo) for (const line of describeModels(config.models)) log.info(line);
  if (config.mail === null) log.info('no mail is sent: SMTP_URL is not set');
  for (const model of unpricedModels(config)) {
    log.warn({ model }, 'MODEL_PRICES has no price: its replies cost nothing, and no monthly cap stops them');
  }
  log.info({ baseUrl: service.baseUrl, httpUrl: service.httpUrl }, 'serving');
  const stopping = new AbortController();
  void logModelChecks(deps, AbortSignal.any([stopping.signal, AbortSignal.timeout(checkTimeoutMs)]));
  const stopped = untilStopped(service, (error) => log.error({ err: error }, 'certificate not reloaded'));
  const write = (text: string) => process.stdout.write(text);
  if (demo) await showDemo(deps, service, { write, workingDirectory: process.cwd() });
  await announceSetup(deps, service.baseUrl, process.stdout.isTTY ? write : null);
  const signal = await stopped;
  stopping.abort();
  log.info({ signal, activeReplies: chat.active.size }, 'stopping');
}

/** Calls each vendor once and logs the outcome, beside the first requests: a wrong key shows at start. */
async function logModelChecks({ config, log }: Deps, signal: AbortSignal): Promise<void> {
  for (const { problem, ...check } of await checkModels(config.models, signal)) {
    if (problem === null) log.info(check, 'the model replies');
    else log.warn({ ...check, problem }, 'the model cannot be used');
  }
}

/** Resolves with the first SIGTERM or SIGINT; the next one ends the process. SIGHUP reads the certificate again. */
function untilStopped(service: Service, onError: (error: unknown) => void): Promise<string> {
  process.on('SIGHUP', () => {
    service.reloadCertificate().catch(onError);
  });
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve(signal);
        for (const second of ['SIGTERM', 'SIGINT']) process.on(second, () => process.exit(1));
      });
    }
  });
}
