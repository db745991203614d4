import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { createFile, replaceFile } from './atomic-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an atomic file', () => {
  it('is created once, with its permissions', () => {
    expect([createFile(file, 'first', 0o600), createFile(file, 'second', 0o600)]).toEqual([true, false]);
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is replaced as a whole, with other permissions', () => {
    writeFileSync(file, 'a longer first text', { mode: 0o600 });
    replaceFile(file, 'second', 0o644);
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('leaves no draft, which may hold a secret, when it cannot be put in place', () => {
    mkdirSync(file);
    expect(() => replaceFile(file, 'secret', 0o600)).toThrow('EISDIR');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
