import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../../testing/database.ts';
import { loadTls } from './load-tls.ts';
import { ownCertificate } from './own-certificate.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (now: number) => ({ now: () => now, monotonic: () => 0 });
const own = (days = 0, host = 'localhost') => ownCertificate(folder, host, at(start + days * day));

describe('our own certificate', () => {
  it('is signed by an authority of ten years, for this machine by all its names', async () => {
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

  it('is kept by a second start, and its keys are for the owner only', async () => {
    expect(await own(1)).toEqual(await own());
    for (const name of readdirSync(join(folder, 'tls'))) {
      const { mode } = statSync(join(folder, 'tls', name));
      expect([name, mode & 0o777]).toEqual([name, name.endsWith('-key.pem') ? 0o600 : 0o644]);
    }
  });

  it('is renewed a month before its end, by the same authority', async () => {
    const first = await own();
    const authority = readFileSync(first.caFile, 'utf8');
    expect((await own(360)).cert).toBe(first.cert);
    const renewed = await own(370);
    expect(renewed.cert).not.toBe(first.cert);
    expect(readFileSync(renewed.caFile, 'utf8')).toBe(authority);
  });

  it('covers another HOST, once it has one', async () => {
    await own();
    const { cert } = await own(1, 'shop.internal');
    expect(new X509Certificate(cert).checkHost('shop.internal')).toBe('shop.internal');
    expect(new X509Certificate(cert).checkHost('localhost')).toBe('localhost');
  });

  it('is made again when its authority was', async () => {
    const first = await own();
    rmSync(first.caFile);
    const second = await own();
    expect(
      new X509Certificate(second.cert).verify(new X509Certificate(readFileSync(second.caFile)).publicKey),
    ).toBe(true);
    expect(second.cert).not.toBe(first.cert);
  });
});

describe('TLS_CERT and TLS_KEY', () => {
  const given = () => ({
    dataDir: folder,
    host: 'localhost',
    tls: { certFile: join(folder, 'c'), keyFile: join(folder, 'k') },
  });

  it('are used as they are, without an authority of ours', async () => {
    const { cert, key } = await own();
    writeFileSync(join(folder, 'c'), cert);
    writeFileSync(join(folder, 'k'), key);
    expect(await loadTls(given(), at(start))).toEqual({ cert, key, caFile: null });
  });

  it('stop the start in one line when they cannot be read, or do not belong together', async () => {
    await expect(loadTls(given(), at(start))).rejects.toThrow(/^TLS_CERT cannot be read: .*ENOENT/);
    writeFileSync(join(folder, 'c'), (await own()).cert);
    rmSync(join(folder, 'tls'), { recursive: true });
    writeFileSync(join(folder, 'k'), (await own()).key);
    await expect(loadTls(given(), at(start))).rejects.toThrow(
      /^TLS_CERT and TLS_KEY cannot be used together/,
    );
  });
});
