import { X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../support/clock.ts';
import type { Metrics } from '../../support/metrics.ts';
import type { TlsMaterial } from './load-tls.ts';

const dayMs = 86_400_000;
/** Certbot renews 30 days before the end, so a certificate with less than this was not renewed. */
const warnBeforeMs = 21 * dayMs;

export interface ExpiryDeps {
  readonly config: Pick<Config, 'tls'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'certificateExpiry'>;
  readonly log: { warn(details: object, message: string): void };
}

/** Sets the metric of a certificate's end, and warns of TLS_CERT when it ends within 21 days: we renew our own. */
export function reportExpiry(
  { config, clock, metrics, log }: ExpiryDeps,
  { cert }: Pick<TlsMaterial, 'cert'>,
): void {
  const { validToDate } = new X509Certificate(cert);
  metrics.certificateExpiry.set(validToDate.getTime() / 1000);
  const leftMs = validToDate.getTime() - clock.now();
  if (config.tls === null || leftMs > warnBeforeMs) return;
  const ends = leftMs <= 0 ? 'has expired' : `expires in ${Math.ceil(leftMs / dayMs)} days`;
  const details = { file: config.tls.certFile, expires_at: validToDate.toISOString() };
  log.warn(details, `the certificate of TLS_CERT ${ends}: renew it, then send SIGHUP`);
}
