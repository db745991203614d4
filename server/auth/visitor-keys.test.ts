import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import {
  createMasterKeyFile,
  type MasterKeySettings,
  newMasterKey,
  openMasterKeys,
  replaceMasterKeys,
} from './master-key.ts';
import { openVisitorKeys, type VisitorKeys } from './visitor-keys.ts';
import { signVisitorToken, verifyVisitorToken, type Visitor } from './visitor-token.ts';

const visitor: Visitor = {
  chatbotId: 'cbt_1',
  storeId: 'str_1',
  agentId: 'agt_1',
  visitorId: 'vis_1',
  origin: 'https://shop.example',
};
const minute = 60_000;

describe("visitors' keys", () => {
  let settings: MasterKeySettings;
  let file: string;
  let now: number;
  const clock = { now: () => now, monotonic: () => now };
  beforeEach(() => {
    settings = { masterKey: null, masterKeyPrevious: null, dataDir: createTestFolder() };
    file = join(settings.dataDir, 'master.key');
    createMasterKeyFile(file);
    now = Date.parse('2026-11-21T12:00:00Z');
  });
  afterEach(() => rmSync(settings.dataDir, { recursive: true }));

  const open = (): VisitorKeys => openVisitorKeys(settings, clock);
  const sign = async ({ signing }: VisitorKeys) => (await signVisitorToken(signing, clock, visitor)).token;
  const verify = ({ signing }: VisitorKeys, token: string) => verifyVisitorToken(signing, clock, token);

  function introduceKey(): void {
    replaceMasterKeys(file, [newMasterKey(), ...openMasterKeys(settings).all()]);
  }
  function dropOldKeys(): void {
    replaceMasterKeys(file, openMasterKeys(settings).all().slice(0, 1));
  }

  it('are the same in processes that start before and during a rotation of the master key', async () => {
    const before = open();
    introduceKey();
    const during = open();
    expect(await verify(before, await sign(during))).toEqual(visitor);
    expect(await verify(during, await sign(before))).toEqual(visitor);
    const { visitorId, secret } = during.secrets.issue('cbt_1');
    expect(before.secrets.read('cbt_1', secret)).toBe(visitorId);
  });

  it('are the same in processes that start before and after a rotation, once it is complete', async () => {
    const before = open();
    introduceKey();
    dropOldKeys();
    const after = open();
    expect(await verify(before, await sign(after))).toEqual(visitor);
    expect(await verify(after, await sign(before))).toEqual(visitor);
  });

  it('accept a session of before the rotation until its token expires', async () => {
    const keys = open();
    const token = await sign(keys);
    const { visitorId, secret } = keys.secrets.issue('cbt_1');
    introduceKey();
    dropOldKeys();
    await sign(keys);
    now += 14 * minute;
    expect(await verify(keys, token)).toEqual(visitor);
    expect(keys.secrets.read('cbt_1', secret)).toBe(visitorId);
  });

  it('reject what the old master key signs when it was dropped 15 minutes ago, as after a theft', async () => {
    const keys = open();
    const stolen = openVisitorKeys(
      { ...settings, masterKey: openMasterKeys(settings).all()[0]?.bytes.toString('hex') ?? '' },
      clock,
    );
    introduceKey();
    dropOldKeys();
    await sign(keys);
    now += 15 * minute;
    expect(await verify(keys, await sign(stolen))).toBeUndefined();
    expect(keys.secrets.read('cbt_1', stolen.secrets.issue('cbt_1').secret)).toBeUndefined();
  });

  it('reject it also when only tokens of the old master key have been sent since it was dropped', async () => {
    const keys = open();
    const stolen = openVisitorKeys(
      { ...settings, masterKey: openMasterKeys(settings).all()[0]?.bytes.toString('hex') ?? '' },
      clock,
    );
    introduceKey();
    dropOldKeys();
    const verifyStolen = async () => verify(keys, await sign(stolen));
    for (const minutes of [1, 7, 7]) {
      now += minutes * minute;
      expect(await verifyStolen()).toEqual(visitor);
    }
    now += 2 * minute;
    expect(await verifyStolen()).toBeUndefined();
  });
});
