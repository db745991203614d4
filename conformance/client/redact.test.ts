import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, redactDeeply } from './redact.ts';

const key = 'svc_Zr8kQ2mW5tY7uI9oP1aS3dF6gH4jK0lX';
const redact = createRedactor([key]);

/** The length of the longest part of the key in a text, ignoring case. */
function sharedLength(text: string): number {
  const lower = text.toLowerCase();
  let length = 0;
  for (let from = 0; from < key.length; from += 1) {
    for (let to = from + 1; to <= key.length; to += 1) {
      if (lower.includes(key.slice(from, to).toLowerCase())) length = Math.max(length, to - from);
    }
  }
  return length;
}

describe('the redactor masks a key', () => {
  it.each([
    ['whole', key],
    ['in the other case', key.toUpperCase()],
    ['without its last character', key.slice(0, -1)],
    ['half', key.slice(0, 20)],
    ['without its prefix', key.slice(4)],
    ['with another last character', `${key.slice(0, -1)}q`],
    ['twice', key + key],
    ['in a sentence', `the key "${key}" is unknown`],
    ['in a URL', `https://host/mcp?api_key=${key}&x=1`],
  ])('%s', (_, text) => {
    expect(sharedLength(redact(text))).toBeLessThan(8);
    expect(redact(text)).toContain('[redacted]');
  });

  it('in base64 at any position', () => {
    for (const before of ['', 'a', 'ab', 'api:']) {
      const encoded = Buffer.from(`${before}${key}:`).toString('base64');
      expect(redact(encoded)).toContain('[redacted]');
      expect(Buffer.from(redact(encoded).replace('[redacted]', ''), 'base64').toString()).not.toContain(
        key.slice(4, 24),
      );
    }
  });

  it('in JSON, where it has quotes', () => {
    const quoted = 'svc_Zr8k"Q2mW"5tY7';
    expect(createRedactor([quoted])(JSON.stringify({ key: quoted }))).toBe('{"key":"[redacted]"}');
  });

  it('inside any value, as a property name or content', () => {
    const redacted = JSON.stringify(
      redactDeeply({ list: [{ [key]: `x${key}` }], number: 4, nothing: null }, redact),
    );
    expect(sharedLength(redacted)).toBeLessThan(8);
    expect(redacted).toContain('"number":4');
  });
});

it('the redactor leaves every other text as it is', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
    fc.pre(sharedLength(text) < 8);
    expect(redact(text)).toBe(text);
  });
  fc.assert(property, { numRuns: 300 });
});

it('the redactor keeps the text around a key', () => {
  expect(redact(`before ${key} after`)).toBe('before [redacted] after');
});
