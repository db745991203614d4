import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../../testing/database.ts';
import { createAuthority } from './certificate-authority.ts';
import { loadTls } from './load-tls.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (now: number) => ({ now: () => now, monotonic: () => 0 });
const own = async (days = 0, host = 'localhost') => {
  const { caFile, ...pair } = await loadTls({ dataDir: folder, host, tls: null }, at(start + days * day));
  if (caFile === null) throw new Error('expected a certificate of our own authority');
  return { ...pair, caFile };
};

/** Expects the key to be the certificate's, and `ca.pem` to verify it. */
function expectSigned({ cert, key, caFile }: Awaited<ReturnType<typeof own>>): void {
  const certificate = new X509Certificate(cert);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.verify(new X509Certificate(readFileSync(caFile)).publicKey)).toBe(true);
}

describe('our own certificate', () => {
  it('is signed by an authority of ten years, and covers this machine by name and address', async () => {
    const { cert, caFile } = await own();
    const [server, authority] = [new X509Certificate(cert), new X509Certificate(readFileSync(caFile))];
    expect(server.verify(authority.publicKey)).toBe(true);
    expect(server.checkIssued(authority)).toBe(true);
    expect(authority.ca).toBe(true);
    expect(authority.validToDate.getTime() - start).toBeGreaterThan(3600 * day);
    expect(server.validToDate.getTime() - server.validFromDate.getTime()).toBeLessThanOrEqual(398 * day);
    expect(server.checkHost('localhost')).toBe('localhost');
    for (const address of ['127.0.0.1', '::1']) expect(server.checkIP(address)).toBeDefined();
  });

  it('is reused by a second start, and only the owner may read its keys', async () => {
    expect(await own(1)).toEqual(await own());
    const modes = readdirSync(join(folder, 'tls')).map((name) => {
      return [name, statSync(join(folder, 'tls', name)).mode & 0o777];
    });
    expect(modes.toSorted()).toEqual([
      ['authority.pem', 0o600],
      ['ca.pem', 0o644],
      ['server.pem', 0o600],
    ]);
    expect(readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8')).not.toContain('PRIVATE');
  });

  it('is renewed a month before it expires, by the same authority', async () => {
    const first = await own();
    const authority = readFileSync(first.caFile, 'utf8');
    expect((await own(360)).cert).toBe(first.cert);
    const renewed = await own(370);
    expect(renewed.cert).not.toBe(first.cert);
    expect(readFileSync(renewed.caFile, 'utf8')).toBe(authority);
  });

  it('is issued again when HOST changes', async () => {
    await own();
    const { cert } = await own(1, 'shop.internal');
    expect(new X509Certificate(cert).checkHost('shop.internal')).toBe('shop.internal');
    expect(new X509Certificate(cert).checkHost('localhost')).toBe('localhost');
  });

  it('is issued again when its authority was created again', async () => {
    const first = await own();
    rmSync(join(folder, 'tls', 'authority.pem'));
    const second = await own();
    expectSigned(second);
    expect(second.cert).not.toBe(first.cert);
  });

  it('keeps its authority when ca.pem is lost, and writes ca.pem again', async () => {
    const first = await own();
    const authority = readFileSync(first.caFile, 'utf8');
    rmSync(first.caFile);
    expect(await own()).toEqual(first);
    expect(readFileSync(first.caFile, 'utf8')).toBe(authority);
  });

  it('has a new authority before the old one expires after ten years', async () => {
    const first = await own();
    const authority = readFileSync(first.caFile, 'utf8');
    const later = await own(3630);
    expectSigned(later);
    expect(readFileSync(later.caFile, 'utf8')).not.toBe(authority);
    expect((await own(3631)).cert).toBe(later.cert);
  });

  it('keeps the authority that an earlier version stored in two files, and removes the key that is stored twice', async () => {
    const authority = await createAuthority(start - 100 * day);
    mkdirSync(join(folder, 'tls'));
    writeFileSync(join(folder, 'tls', 'ca.pem'), authority.cert);
    writeFileSync(join(folder, 'tls', 'ca-key.pem'), authority.key, { mode: 0o600 });
    const pair = await own();
    expect(readFileSync(pair.caFile, 'utf8')).toBe(authority.cert);
    expectSigned(pair);
    expect(readdirSync(join(folder, 'tls')).toSorted()).toEqual(['authority.pem', 'ca.pem', 'server.pem']);
  });

  it('replaces files of an earlier version whose interrupted start left the key of another authority', async () => {
    mkdirSync(join(folder, 'tls'));
    writeFileSync(join(folder, 'tls', 'ca.pem'), (await createAuthority(start)).cert);
    writeFileSync(join(folder, 'tls', 'ca-key.pem'), (await createAuthority(start)).key);
    expectSigned(await own());
  });

  it('is issued again when its file is damaged', async () => {
    const first = await own();
    const file = join(folder, 'tls', 'server.pem');
    for (const damaged of [
      '',
      first.cert,
      first.cert + (await createAuthority(start)).key,
      'x'.repeat(2000),
    ]) {
      writeFileSync(file, damaged);
      expectSigned(await own());
    }
  });

  it('is signed by one authority when several starts on an empty folder create it at once', async () => {
    const pairs = await Promise.all([own(), own(), own(), own()]);
    for (const pair of pairs) expectSigned(pair);
    expect(readdirSync(join(folder, 'tls')).toSorted()).toEqual(['authority.pem', 'ca.pem', 'server.pem']);
  });
});

describe('TLS_CERT and TLS_KEY', () => {
  const configured = () => ({
    dataDir: folder,
    host: 'localhost',
    tls: { certFile: join(folder, 'c'), keyFile: join(folder, 'k') },
  });

  it('are used unchanged, without our own authority', async () => {
    const { cert, key } = await own();
    writeFileSync(join(folder, 'c'), cert);
    writeFileSync(join(folder, 'k'), key);
    expect(await loadTls(configured(), at(start))).toEqual({ cert, key, caFile: null });
  });

  it('stop the start with one line when they cannot be read or do not match', async () => {
    await expect(loadTls(configured(), at(start))).rejects.toThrow(/^TLS_CERT cannot be read: .*ENOENT/);
    writeFileSync(join(folder, 'c'), (await own()).cert);
    rmSync(join(folder, 'tls'), { recursive: true });
    writeFileSync(join(folder, 'k'), (await own()).key);
    await expect(loadTls(configured(), at(start))).rejects.toThrow(
      /^TLS_CERT and TLS_KEY cannot be used together/,
    );
  });
});
