import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/environment.ts';
import { createFile, readIfExists, replaceFile } from '../../support/atomic-file.ts';
import type { Clock } from '../../support/clock.ts';
import type { KeyedCertificate } from './certificate-authority.ts';

/** What the TLS server presents, PEM. */
export interface TlsMaterial extends KeyedCertificate {
  /** Path of the certificate of our own authority; null for a configured certificate. */
  readonly caFile: string | null;
}

/**
 * Loads the certificate of TLS_CERT and TLS_KEY, else one of our own authority from the data folder. Throws ConfigError
 * when a configured file cannot be read or used.
 */
export async function loadTls(
  config: Pick<Config, 'tls' | 'dataDir' | 'host'>,
  clock: Clock,
): Promise<TlsMaterial> {
  if (config.tls === null) return loadOwnCertificate(join(config.dataDir, 'tls'), config.host, clock.now());
  const cert = readConfigured('TLS_CERT', config.tls.certFile);
  const key = readConfigured('TLS_KEY', config.tls.keyFile);
  try {
    createSecureContext({ cert, key });
    return { cert, key, caFile: null };
  } catch (error) {
    throw new ConfigError(`TLS_CERT and TLS_KEY cannot be used together: ${String(error)}`);
  }
}

function readConfigured(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${variable} cannot be read: ${String(error)}`);
  }
}

/**
 * Creates authority and certificate when they are missing, near expiry, or do not cover the host. Processes that start
 * together on an empty folder use one authority, whose certificate is `ca.pem` (decision 0037).
 */
async function loadOwnCertificate(folder: string, host: string, now: number): Promise<TlsMaterial> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const authority = await loadAuthority(folder, now);
  const hosts = hostsOf(host);
  const isUsable = (pair: KeyedCertificate): boolean =>
    !nearsExpiry(pair, now) && covers(pair, hosts) && isSignedBy(pair, authority);
  const server = await loadServerCertificate(join(folder, 'server.pem'), isUsable, async () => {
    const { issueCertificate } = await importAuthority();
    return issueCertificate(authority, hosts, now);
  });
  return { ...server, caFile: publishAuthority(folder, authority) };
}

/**
 * The first usable authority of `authority.pem`, `authority-2.pem` and so on. A file is created once and never
 * replaced, so that all processes agree; one that nears its expiry, after ten years, has a successor.
 */
async function loadAuthority(folder: string, now: number): Promise<KeyedCertificate> {
  for (let number = 1; ; number += 1) {
    const file = join(folder, number === 1 ? 'authority.pem' : `authority-${number}.pem`);
    if (!existsSync(file)) {
      const earlier = number === 1 ? readEarlierAuthority(folder) : undefined;
      const { createAuthority } = await importAuthority();
      createFile(file, joinPem(earlier ?? (await createAuthority(now))), 0o600);
    }
    const pair = readPair(file);
    if (pair !== undefined && !nearsExpiry(pair, now)) return pair;
  }
}

/** The authority of earlier versions, in two files: clients that trust it need not change. */
function readEarlierAuthority(folder: string): KeyedCertificate | undefined {
  const [cert, key] = ['ca.pem', 'ca-key.pem'].map((name) => readIfExists(join(folder, name)));
  return cert === undefined || key === undefined ? undefined : parsePair(cert + key);
}

/** Writes `ca.pem`, the certificate that clients trust, unless it is there, and returns its path. */
function publishAuthority(folder: string, { cert }: KeyedCertificate): string {
  const file = join(folder, 'ca.pem');
  if (readIfExists(file) !== cert) replaceFile(file, cert, 0o644);
  // Private keys of earlier versions, which nothing reads any more.
  for (const name of ['ca-key.pem', 'server-key.pem']) rmSync(join(folder, name), { force: true });
  return file;
}

async function loadServerCertificate(
  file: string,
  isUsable: (pair: KeyedCertificate) => boolean,
  issue: () => Promise<KeyedCertificate>,
): Promise<KeyedCertificate> {
  const readUsable = (): KeyedCertificate | undefined => {
    const pair = readPair(file);
    return pair !== undefined && isUsable(pair) ? pair : undefined;
  };
  const existing = readUsable();
  if (existing !== undefined) return existing;
  const issued = await issue();
  // Another process may have been faster.
  const other = readUsable();
  if (other !== undefined) return other;
  replaceFile(file, joinPem(issued), 0o600);
  return issued;
}

/** Loads the X.509 library, which takes 20 MB, only to create a certificate. */
function importAuthority() {
  return import('./certificate-authority.ts');
}

function joinPem({ cert, key }: KeyedCertificate): string {
  return cert + key;
}

/** A certificate and its key from one file; undefined where the file is missing or damaged. */
function readPair(file: string): KeyedCertificate | undefined {
  const text = readIfExists(file);
  return text === undefined ? undefined : parsePair(text);
}

function parsePair(text: string): KeyedCertificate | undefined {
  const [cert] = /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n/m.exec(text) ?? [];
  const [key] = /^-----BEGIN PRIVATE KEY-----\n[^-]+-----END PRIVATE KEY-----\n/m.exec(text) ?? [];
  if (cert === undefined || key === undefined) return undefined;
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined;
  } catch {
    return undefined;
  }
}

const renewBeforeMs = 30 * 24 * 60 * 60 * 1000;

function nearsExpiry({ cert }: KeyedCertificate, now: number): boolean {
  return new X509Certificate(cert).validToDate.getTime() - now <= renewBeforeMs;
}

function covers({ cert }: KeyedCertificate, hosts: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  return hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)));
}

function isSignedBy({ cert }: KeyedCertificate, authority: KeyedCertificate): boolean {
  return new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey);
}

/** Always covers this machine; 0.0.0.0 and :: are listening addresses, not names that clients use. */
function hostsOf(host: string): string[] {
  const configured = host === '0.0.0.0' || host === '::' ? [] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...configured])];
}
