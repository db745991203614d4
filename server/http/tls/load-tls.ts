import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/environment.ts';
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

/** Creates authority and certificate when they are missing, near expiry, or do not cover the host. */
async function loadOwnCertificate(folder: string, host: string, now: number): Promise<TlsMaterial> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const hosts = hostsOf(host);
  const isValid = (pair: KeyedCertificate): boolean => !nearsExpiry(pair, now);
  const authority = await loadOrCreate(join(folder, 'ca'), isValid, async () => {
    const { createAuthority } = await importAuthority();
    return createAuthority(now);
  });
  const isUsable = (pair: KeyedCertificate): boolean =>
    isValid(pair) && covers(pair, hosts) && isSignedBy(pair, authority);
  const server = await loadOrCreate(join(folder, 'server'), isUsable, async () => {
    const { issueCertificate } = await importAuthority();
    return issueCertificate(authority, hosts, now);
  });
  return { ...server, caFile: join(folder, 'ca.pem') };
}

/** Loads the X.509 library, which takes 20 MB, only to create a certificate. */
function importAuthority() {
  return import('./certificate-authority.ts');
}

/** Reads `<path>.pem` and `<path>-key.pem`, or creates and writes them; only the owner may read the key. */
async function loadOrCreate(
  path: string,
  isUsable: (pair: KeyedCertificate) => boolean,
  create: () => Promise<KeyedCertificate>,
): Promise<KeyedCertificate> {
  const [certFile, keyFile] = [`${path}.pem`, `${path}-key.pem`];
  if (existsSync(certFile) && existsSync(keyFile)) {
    const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    if (isPair(pair) && isUsable(pair)) return pair;
  }
  const created = await create();
  replaceFile(keyFile, created.key, 0o600);
  replaceFile(certFile, created.cert, 0o644);
  return created;
}

function replaceFile(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

// A start that is stopped between the two writes leaves the key of another certificate.
function isPair({ cert, key }: KeyedCertificate): boolean {
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
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
