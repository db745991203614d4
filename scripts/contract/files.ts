import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import type { Json } from './json.ts';

/** Reads one YAML file of the contract. Throws when it is missing or not YAML. */
export function readYaml(file: string): Json {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return parse(readFileSync(file, 'utf8')) as Json;
}

/** Every file below a folder, relative to it, with forward slashes, sorted. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}
