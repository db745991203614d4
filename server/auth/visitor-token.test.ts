import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisitorSecrets } from './visitor-secret.ts';
import { createSigningKeys, signVisitorToken, verifyVisitorToken, type Visitor } from './visitor-token.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.parse('2026-11-21T12:00:00Z');
const visitor: Visitor = {
  chatbotId: 'cbt_1',
  storeId: 'str_1',
  agentId: 'agt_1',
  visitorId: 'vis_1',
  origin: 'https://shop.example',
};

function clockAt(now: number): { now: () => number; monotonic: () => number } {
  return { now: () => now, monotonic: () => now };
}

describe('a visitor token', () => {
  const keys = createSigningKeys(randomBytes(32));

  it('R-4.5-08 verifies as the visitor that it was signed for, for 15 minutes', async () => {
    const { token, expiresAt } = await signVisitorToken(keys, clockAt(noon), visitor);
    expect(token).toMatch(/^vst_/);
    expect(Date.parse(expiresAt) - noon).toBe(15 * minute);
    expect(await verifyVisitorToken(keys, clockAt(noon + 14 * minute), token)).toEqual(visitor);
    expect(await verifyVisitorToken(keys, clockAt(noon + 15 * minute), token)).toBeUndefined();
  });

  it('stays valid over the rotation at midnight, and no key is valid for more than a day after its own', async () => {
    const midnight = noon + day / 2;
    const { token } = await signVisitorToken(keys, clockAt(midnight - minute), visitor);
    expect(await verifyVisitorToken(keys, clockAt(midnight + minute), token)).toEqual(visitor);
    const { kid } = keys.current(noon);
    expect(keys.byKid(kid, noon + day)).toEqual(keys.current(noon).key);
    expect(() => keys.byKid(kid, noon + 2 * day)).toThrow('expired');
  });

  it('is rejected when another service signed it, or any character is changed', async () => {
    const { token } = await signVisitorToken(keys, clockAt(noon), visitor);
    const others = createSigningKeys(randomBytes(32));
    expect(await verifyVisitorToken(others, clockAt(noon), token)).toBeUndefined();
    const positions = fc.nat({ max: token.length - 1 });
    await fc.assert(
      fc.asyncProperty(positions, fc.constantFrom('A', 'z', '_'), async (position, character) => {
        const changed = token.slice(0, position) + character + token.slice(position + 1);
        fc.pre(changed !== token);
        expect(await verifyVisitorToken(keys, clockAt(noon), changed)).toBeUndefined();
      }),
    );
  });

  it('is rejected in any other spelling of its base64url', async () => {
    const { token } = await signVisitorToken(keys, clockAt(noon), visitor);
    const verify = (text: string): Promise<Visitor | undefined> =>
      verifyVisitorToken(keys, clockAt(noon), text);
    expect(await verify(token)).toEqual(visitor);
    // The last character of a signature of 32 bytes carries two unused bits.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1) ?? '');
    const spellings = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last + bits]);
    const parts = token.split('.');
    spellings.push(`${token}=`, `${token}A`, `${token}.`, `${token}.${parts[2]}`);
    spellings.push(`${parts[0]}=.${parts[1]}.${parts[2]}`, `${parts[0]}.${parts[1]}=.${parts[2]}`);
    for (const spelling of spellings) expect(await verify(spelling), spelling).toBeUndefined();
  });

  it('is rejected without a signature', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `vst_${part({ alg: 'none', kid: keys.current(noon).kid })}.${part({ sub: 'vis_1', exp: 9e9 })}.`;
    expect(await verifyVisitorToken(keys, clockAt(noon), unsigned)).toBeUndefined();
  });
});

describe('a visitor secret', () => {
  const secrets = createVisitorSecrets(randomBytes(32));

  it('identifies its visitor at its own chatbot only', () => {
    const { visitorId, secret } = secrets.issue('cbt_1');
    expect(secrets.read('cbt_1', secret)).toBe(visitorId);
    expect(secrets.read('cbt_2', secret)).toBeUndefined();
  });

  it('is rejected when this service did not issue it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(secrets.read('cbt_1', text)).toBeUndefined();
      }),
    );
  });
});
