import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMetrics } from '../../support/metrics.ts';
import { createAuthority } from './certificate-authority.ts';
import { reportExpiry } from './certificate-expiry.ts';

const day = 86_400_000;
const begin = Date.parse('2026-11-21T12:00:00Z');
const { cert } = await createAuthority(begin);
const end = new X509Certificate(cert).validToDate.getTime();

/** What is logged about TLS_CERT, or our own certificate, so many milliseconds before its end. */
function warningsAt(leftMs: number, isOwn = false) {
  const warnings: string[] = [];
  const metrics = createMetrics();
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  const config = { tls: isOwn ? null : { certFile: 'cert.pem', keyFile: 'key.pem' } };
  reportExpiry({ config, clock: { now: () => end - leftMs }, metrics, log }, { cert });
  return { warnings, metrics };
}

it.each([
  [22 * day, []],
  [9 * day, [expect.stringMatching(/TLS_CERT expires in 9 days.*SIGHUP/)]],
  [-day, [expect.stringMatching(/TLS_CERT has expired/)]],
])('%d milliseconds before the end of TLS_CERT the log has %j', (leftMs, expected) => {
  expect(warningsAt(leftMs).warnings).toEqual(expected);
});

it('our own certificate, which is renewed, gives no warning', () => {
  expect(warningsAt(day, true).warnings).toEqual([]);
});

it('the metric has the end in seconds since the epoch', async () => {
  const text = await warningsAt(day).metrics.registry.metrics();
  expect(text).toContain(`agent_service_certificate_expiry_seconds ${end / 1000}`);
});
