import { destination } from 'pino';
import { bufferLines } from './buffer-lines.ts';
import { collectStartGarbage } from './collect-start-garbage.ts';
import type { Config } from './config/config.ts';
import { type Deps, openDeps } from './deps.ts';
import { type Service, startService } from './http/server.ts';
import { describeModels } from './models/registry.ts';
import { settleUrlWarning } from './settle-url-warning.ts';
import { systemClock } from './support/clock.ts';
import { warmUpAtFirstCall } from './warm-up.ts';

/**
 * Serves until SIGTERM or SIGINT, then lets replies under way finish; a second signal stops at once, SIGHUP reads
 * the certificate again. With `demo` an empty database is filled. Throws ConfigError or DatabaseError at start.
 */
export async function serve(config: Config, options: { readonly demo: boolean }): Promise<void> {
  const log = bufferLines(destination({ dest: 2 }));
  // Before pino's own listener, which writes what it was handed until then.
  process.prependOnceListener('exit', log.flush);
  settleUrlWarning(process);
  const deps = await openDeps(config, systemClock, log);
  try {
    const service = await startService(deps);
    try {
      await waitForShutdown(deps, service, options.demo);
    } finally {
      await service.stop(config.drainMs);
    }
  } finally {
    await deps.close();
  }
}

async function waitForShutdown(deps: Deps, service: Service, demo: boolean): Promise<void> {
  const { config, log, chat } = deps;
  // The demo's banner has them, and nobody needs to read them twice.
  if (!demo) for (const line of describeModels(config.models)) log.info(line);
  log.info({ baseUrl: service.baseUrl, httpUrl: service.httpUrl }, 'serving');
  warmUpAtFirstCall();
  collectStartGarbage();
  const stopped = untilStopped(service, (error) => log.error({ err: error }, 'not reloaded'));
  if (demo) {
    // It brings the readers of catalogue files along, which a service that serves never needs.
    const { showDemo } = await import('./demo/show-demo.ts');
    const write = (text: string) => process.stdout.write(text);
    await showDemo(deps, service, { write, workingDirectory: process.cwd() });
  }
  const signal = await stopped;
  log.info({ signal, activeReplies: chat.active.size }, 'stopping');
}

function untilStopped(service: Service, onError: (error: unknown) => void): Promise<string> {
  process.on('SIGHUP', () => {
    service.reloadCertificate().catch(onError);
  });
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve(signal);
        for (const again of ['SIGTERM', 'SIGINT']) process.on(again, () => process.exit(1));
      });
    }
  });
}
