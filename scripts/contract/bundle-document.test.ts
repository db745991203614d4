import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleDocument } from './contract.ts';
import type { JsonObject } from './json.ts';

let folder = '';

/** Writes the files and bundles the first. */
function bundle(files: Readonly<Record<string, string>>): JsonObject {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return bundleDocument(join(folder, 'main.yaml'));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('bundleDocument', () => {
  it('makes each file a component schema named by its title, nested ones too', () => {
    const document = bundle({
      'main.yaml': 'a: { $ref: ./schemas/outer.yaml }\nb: { $ref: ./schemas/inner.yaml }',
      'schemas/outer.yaml': 'title: Outer\nitems: { $ref: ./inner.yaml }',
      'schemas/inner.yaml': 'title: Inner\ntype: string',
    });
    expect(document).toEqual({
      a: { $ref: '#/components/schemas/Outer' },
      b: { $ref: '#/components/schemas/Inner' },
      components: {
        schemas: {
          Inner: { title: 'Inner', type: 'string' },
          Outer: { title: 'Outer', items: { $ref: '#/components/schemas/Inner' } },
        },
      },
    });
  });

  it('copies a part of a file into place', () => {
    const files = {
      'main.yaml': 'a: { $ref: ./x.yaml#/p/q~1r }',
      'x.yaml': 'title: X\np: { q/r: { type: string } }',
    };
    expect(bundle(files)).toEqual({ a: { type: 'string' }, components: { schemas: {} } });
  });

  it('keeps what stands beside a reference', () => {
    const main = 'a: { $ref: ./x.yaml, x-note: ours }\nb: { $ref: ./x.yaml#/p, description: D }';
    expect(bundle({ 'main.yaml': main, 'x.yaml': 'title: X\np: { type: string }' })).toMatchObject({
      a: { $ref: '#/components/schemas/X', 'x-note': 'ours' },
      b: { type: 'string', description: 'D' },
    });
  });

  it('refers to component schemas in the mapping of a discriminator', () => {
    const main = 'discriminator: { propertyName: type, mapping: { x: ./x.yaml } }';
    expect(bundle({ 'main.yaml': main, 'x.yaml': 'title: X' })).toEqual({
      discriminator: { propertyName: 'type', mapping: { x: '#/components/schemas/X' } },
      components: { schemas: { X: { title: 'X' } } },
    });
  });

  it('leaves references within the document alone', () => {
    expect(bundle({ 'main.yaml': "a: { $ref: '#/components/x' }" })['a']).toEqual({ $ref: '#/components/x' });
  });

  it('names a reference whose target does not exist', () => {
    expect(() => bundle({ 'main.yaml': 'a: { $ref: ./gone.yaml }' })).toThrow('gone.yaml does not exist');
    expect(() => bundle({ 'main.yaml': 'a: { $ref: ./x.yaml#/b }', 'x.yaml': 'a: 1' })).toThrow(
      'main.yaml: ./x.yaml#/b: nothing at b',
    );
  });

  it("keeps the document's own schemas beside those of files, and rejects two of one name", () => {
    const own = 'components: { schemas: { Own: { type: string } } }\na: { $ref: ./x.yaml }';
    expect(bundle({ 'main.yaml': own, 'x.yaml': 'title: X' })['components']).toEqual({
      schemas: { Own: { type: 'string' }, X: { title: 'X' } },
    });
    expect(() => bundle({ 'x.yaml': 'title: Own' })).toThrow('share Own');
  });

  it('rejects two files with one title', () => {
    const files = {
      'main.yaml': 'a: { $ref: ./x.yaml }\nb: { $ref: ./y.yaml }',
      'x.yaml': 'title: Same',
      'y.yaml': 'title: Same',
    };
    expect(() => bundle(files)).toThrow('share the title Same');
  });
});
