import { createApp } from './app.ts';
import type { Deps } from './deps.ts';
import { listen } from './listen.ts';
import { loadTls } from './tls/load-tls.ts';
import { urlHost } from './url-host.ts';

/** A running service. */
export interface Service {
  /** `https://localhost:8443`, without a slash at its end. */
  readonly baseUrl: string;
  readonly httpUrl: string;
  readonly mcpUrl: string;
  /** Path of the authority to trust; null where the certificate is one that was given. */
  readonly caFile: string | null;
  /** Reads the certificate again, or renews our own, for connections from now on. */
  reloadCertificate(): Promise<void>;
  /** Takes no new work, waits up to `graceMs` for replies and answers under way, then cuts what is left. */
  stop(graceMs: number): Promise<void>;
}

/** How often our own certificate is looked at, in milliseconds: it is renewed a month before its end. */
const certificateCheck = 12 * 60 * 60 * 1000;

/** What answers get after the last reply was ended, in milliseconds. */
const lastAnswers = 2_000;

/** Opens the ports. Throws ConfigError when a port is taken or the certificate unfit. */
export async function startService(deps: Deps): Promise<Service> {
  const { config, clock, log, lifecycle, chat } = deps;
  const tls = await loadTls(config, clock);
  const listening = await listen(config, tls, createApp(deps), log);
  const reloadCertificate = async (): Promise<void> => {
    listening.useCertificate(await loadTls(config, clock));
  };
  const timer = setInterval(() => {
    reloadCertificate().catch((error: unknown) => log.error({ err: error }, 'certificate not renewed'));
  }, certificateCheck).unref();
  const baseUrl = `https://${urlHost(config.host)}:${listening.port}`;
  return {
    baseUrl,
    httpUrl: `http://${urlHost(config.host)}:${listening.httpPort}`,
    mcpUrl: `${baseUrl}/mcp`,
    caFile: tls.caFile,
    reloadCertificate,
    async stop(graceMs) {
      clearInterval(timer);
      lifecycle.beginDraining();
      const closed = listening.stopAccepting();
      await chat.active.drain(graceMs);
      const cut = setTimeout(() => listening.closeConnections(), lastAnswers);
      await closed;
      clearTimeout(cut);
    },
  };
}
