import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecrets } from './log.ts';

const alphanumeric = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const base64url = fc.oneof(alphanumeric, fc.constantFrom('-', '_'));
const textOf = (character: fc.Arbitrary<string>, length: number) =>
  fc.string({ unit: character, minLength: length, maxLength: length });
const apiKey = textOf(alphanumeric, 32).map((body) => `svc_${body}`);
const visitorToken = fc
  .tuple(fc.constantFrom('vst_', 'prv_'), textOf(base64url, 20), textOf(base64url, 60), textOf(base64url, 43))
  .map(([prefix, ...parts]) => prefix + parts.join('.'));

/** How often each character is percent-escaped, in turn, and whether its hexadecimal digits are capitals. */
const escapes = fc.array(fc.record({ times: fc.constantFrom(0, 0, 1, 2, 3), upper: fc.boolean() }));

function escape(text: string, plan: readonly { times: number; upper: boolean }[]): string {
  return [...text]
    .map((character, index) => {
      const { times = 0, upper = false } = plan[index % plan.length] ?? {};
      let escaped = character;
      for (let count = 0; count < times; count += 1) {
        const hex = escaped.charCodeAt(0).toString(16);
        escaped = `%${upper ? hex.toUpperCase() : hex}${escaped.slice(1)}`;
      }
      return escaped;
    })
    .join('');
}

describe('redactSecrets', () => {
  it('removes API keys and tokens of visitors and previews in every mixture of percent escapes', () => {
    fc.assert(
      fc.property(fc.oneof(apiKey, visitorToken), escapes, (secret, plan) => {
        const prefix = secret.slice(0, 4);
        const line = JSON.stringify({ path: `/api/${escape(secret, plan)}/x`, status: 404 });
        expect(JSON.parse(redactSecrets(line))).toEqual({ path: `/api/${prefix}[redacted]/x`, status: 404 });
      }),
      { numRuns: 500 },
    );
  });

  it('removes the beginning of a key, wherever the text is truncated', () => {
    fc.assert(
      fc.property(apiKey, escapes, fc.nat(31), (secret, plan, length) => {
        const text = escape(secret.slice(0, 5 + length), plan);
        expect(redactSecrets(text)).toBe('svc_[redacted]');
        // At most an incomplete escape stays.
        expect(redactSecrets(`${text}%25`)).toBe('svc_[redacted]%25');
      }),
    );
  });

  it('leaves every other text unchanged, escapes included', () => {
    for (const text of ['/demo/a%20b%2Fc', '/api/agents', '100%', '%73vc', 'svc', 'vst', '%E2%82%AC', '']) {
      expect(redactSecrets(text)).toBe(text);
    }
  });

  it('removes visitor secrets, but not the ids of visitors', () => {
    const id = `vis_${'a1'.repeat(11)}`;
    expect(redactSecrets(`${id} ${id}.${'b-_2'.repeat(10)}abc`)).toBe(`${id} ${id}.[redacted]`);
  });

  it('reads a long hostile text in linear time', () => {
    const text = `%${'25'.repeat(100_000)}73vc_abc`;
    const start = process.threadCpuUsage();
    expect(redactSecrets(text)).toBe('svc_[redacted]');
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(2_000);
  });
});
