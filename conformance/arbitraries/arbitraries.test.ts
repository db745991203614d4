import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateRequest } from '../../generated/validators.js';
import { schemaOf } from './contract-schema.ts';
import { hostileText, hostileTexts, measuredText } from './hostile-text.ts';
import { validValue } from './valid-value.ts';
import { violationsOf } from './violations.ts';

const cases = 10_000;
const bodies = [
  { name: 'AgentCreate', validate: validateRequest.createAgent },
  { name: 'ChatRequest', validate: validateRequest.streamAgentChat },
] as const;

/** The value after a round trip through JSON. */
function onTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

describe.each(bodies)('the arbitraries of $name', ({ name, validate }) => {
  const schema = schemaOf(name);

  it('generates valid bodies only', () => {
    const property = fc.property(validValue(schema), (body) => validate(onTheWire(body)));
    fc.assert(property, { numRuns: cases, seed: 1 });
  });

  it('generates violations that are invalid on the wire', () => {
    const property = fc.property(
      validValue(schema).chain((body) => fc.constantFrom(...violationsOf(schema, body))),
      ({ body }) => !validate(onTheWire(body)),
    );
    fc.assert(property, { numRuns: cases, seed: 2 });
  });

  it('has violations of every required field, every optional one and the body itself', () => {
    const [twin] = fc.sample(fullValue(name), 1);
    const paths = new Set(violationsOf(schema, twin).map(({ path }) => path));
    expect(paths).toContain('');
    expect([...paths].filter((path) => !path.includes('.'))).toEqual(
      expect.arrayContaining(Object.keys(schema.properties ?? {})),
    );
  });
});

/** A valid body with all its optional fields. */
function fullValue(name: string) {
  const schema = schemaOf(name);
  return validValue({ ...schema, required: Object.keys(schema.properties ?? {}) });
}

it('marks violations of our decisions alone as open', () => {
  const schema = schemaOf('AgentCreate');
  const [twin] = fc.sample(fullValue('AgentCreate'), { numRuns: 1, seed: 3 });
  const open = violationsOf(schema, twin).filter(({ level }) => level === 'open');
  const rules = new Set(open.map(({ rule }) => rule));
  expect(rules).toEqual(new Set(['length', 'unknown-field', 'type', 'whole', 'range']));
  expect(open.filter(({ rule }) => rule === 'range').every(({ path }) => path === 'config.max_tokens')).toBe(
    true,
  );
});

it('makes texts of exact length, and hostile texts that are short and well-formed', () => {
  expect([1, 9, 10, 11, 64, 255, 1001].map((length) => measuredText(length).length)).toEqual([
    1, 9, 10, 11, 64, 255, 1001,
  ]);
  expect(
    hostileTexts.filter((text) => text.length > 48 || !text.isWellFormed() || text.includes('\0')),
  ).toEqual([]);
});

it('makes texts of the required length from all planes without NUL and lone surrogates', () => {
  const reached = new Set<string>();
  const property = fc.property(hostileText(3, 12), (text) => {
    const characters = [...text];
    expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
    expect(characters.length).toBeGreaterThanOrEqual(3);
    expect(characters.length).toBeLessThanOrEqual(12);
    for (const character of characters) reached.add(planeOf(character));
  });
  fc.assert(property, { numRuns: cases, seed: 4 });
  expect(reached).toEqual(new Set(['ASCII', 'below the surrogates', 'above the surrogates', 'astral']));
});

function planeOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return 'ASCII';
  if (codePoint < 0xd800) return 'below the surrogates';
  return codePoint < 0x10000 ? 'above the surrogates' : 'astral';
}
