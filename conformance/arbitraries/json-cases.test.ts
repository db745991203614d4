import { describe, expect, it } from 'vitest';
import { validateRequest } from '../../generated/validators.js';
import { plainCreate } from '../checks/fixtures.ts';
import {
  ambiguousJson,
  hardTexts,
  inexactNumbers,
  integersAsFloats,
  malformedJson,
  malformedNumbers,
  spelledNumbers,
  unusualJson,
  type JsonCase,
} from './json-cases.ts';

const valid = { ...plainCreate('Shop') };
const number = 'config.max_tokens';

/** The body as a strict parser reads it. Throws for what is no JSON in UTF-8. */
function parsed({ body }: JsonCase): unknown {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

function whats(cases: readonly JsonCase[]): readonly string[] {
  return cases.map(({ what }) => what);
}

describe('the JSON cases', () => {
  it('have malformed bodies that no strict parser reads as an object', () => {
    const cases = [...malformedJson(valid, 'description'), ...malformedNumbers(valid, number)];
    const readable = cases.filter((one) => {
      try {
        return !Array.isArray(parsed(one));
      } catch {
        return false;
      }
    });
    expect(whats(readable)).toEqual([]);
    expect(cases.length).toBeGreaterThan(25);
  });

  it('have unusual bodies and numbers that the contract accepts', () => {
    const cases = [
      ...unusualJson(valid, 'name'),
      ...spelledNumbers(valid, 'config.temperature', ['0.50', '5e-1']),
      ...integersAsFloats(valid, number, ['4096.0', '4.096e3']),
    ];
    expect(whats(cases.filter((one) => !validateRequest.createAgent(parsed(one))))).toEqual([]);
  });

  it('leave open only JSON, but for encodings, and name a value that an accepted body keeps', () => {
    const cases = [
      ...hardTexts(valid, 'name'),
      ...ambiguousJson(valid, 'name'),
      ...inexactNumbers(valid, number),
    ];
    const encodings = ['a byte-order mark', 'UTF-16'];
    const objects = cases.filter(({ what }) => !encodings.includes(what)).map(parsed);
    expect(objects.every((body) => typeof body === 'object')).toBe(true);
    expect(whats(cases.filter(({ kept }) => kept === undefined))).toEqual(['NAME in place of name']);
  });
});
