import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../support/clock.ts';
import { issueCertificate, type KeyedCertificate, makeAuthority } from './certificate-authority.ts';

export interface OwnCertificate extends KeyedCertificate {
  /** Path of the authority's certificate, which clients have to trust. */
  readonly caFile: string;
}

/** A certificate is renewed this long before it ends, in milliseconds. */
const renewBefore = 30 * 24 * 60 * 60 * 1000;

/**
 * The certificate in the folder `tls` of the data folder. Makes authority and certificate where they are missing,
 * about to end, or do not cover the host; keys are readable by their owner only.
 */
export async function ownCertificate(dataDir: string, host: string, clock: Clock): Promise<OwnCertificate> {
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = clock.now();
  const authority = await kept(
    folder,
    'ca',
    (known) => lasts(known, now),
    () => makeAuthority(now),
  );
  const hosts = hostsOf(host);
  const fits = (known: KeyedCertificate): boolean =>
    lasts(known, now) && covers(known, hosts) && isSignedBy(known, authority);
  const server = await kept(folder, 'server', fits, () => issueCertificate(authority, hosts, now));
  return { ...server, caFile: join(folder, 'ca.pem') };
}

async function kept(
  folder: string,
  name: string,
  fits: (known: KeyedCertificate) => boolean,
  make: () => Promise<KeyedCertificate>,
): Promise<KeyedCertificate> {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  if (existsSync(certFile) && existsSync(keyFile)) {
    const known = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    if (fits(known)) return known;
  }
  const made = await make();
  replace(keyFile, made.key, 0o600);
  replace(certFile, made.cert, 0o644);
  return made;
}

function replace(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

function lasts({ cert }: KeyedCertificate, now: number): boolean {
  return new X509Certificate(cert).validToDate.getTime() - now > renewBefore;
}

function covers({ cert }: KeyedCertificate, hosts: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  return hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)));
}

function isSignedBy({ cert }: KeyedCertificate, authority: KeyedCertificate): boolean {
  return new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey);
}

// 0.0.0.0 and :: are where to listen, not names that anybody asks for.
function hostsOf(host: string): string[] {
  const named = host === '0.0.0.0' || host === '::' ? [] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...named])];
}
