import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    for (const name of readdirSync(join(folder, 'tls'))) {
      const { mode } = statSync(join(folder, 'tls', name));
      expect([name, mode & 0o777]).toEqual([name, name.endsWith('-key.pem') ? 0o600 : 0o644]);
    }
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
    rmSync(first.caFile);
    const second = await own();
    expect(
      new X509Certificate(second.cert).verify(new X509Certificate(readFileSync(second.caFile)).publicKey),
    ).toBe(true);
    expect(second.cert).not.toBe(first.cert);
  });

  it.each(['server', 'ca'])(
    'is issued again when an interrupted start left another key of %s',
    async (name) => {
      const keyFile = join(folder, 'tls', `${name}-key.pem`);
      await own();
      const { key } = await createAuthority(start);
      writeFileSync(keyFile, key);
      const second = await own();
      const certificate = new X509Certificate(second.cert);
      expect(readFileSync(keyFile, 'utf8')).not.toBe(key);
      expect(certificate.checkPrivateKey(createPrivateKey(second.key))).toBe(true);
      expect(certificate.verify(new X509Certificate(readFileSync(second.caFile)).publicKey)).toBe(true);
    },
  );
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
