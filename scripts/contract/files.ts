import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Json } from './json.ts';

/** Reads one YAML file of the contract. Throws an Error that names the file, and the line, when it is missing or not YAML. */
export function readYaml(file: string): Json {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return parseYaml(file, readFileSync(file, 'utf8'));
}

/**
 * Parses the YAML text of a file whose line `firstLine` it begins at. Throws an Error of one line that names the file and
 * the line when the text is not YAML.
 */
export function parseYaml(file: string, text: string, firstLine = 1): Json {
  try {
    return parse(text) as Json;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = firstLine - 1 + (error.linePos?.[0].line ?? 1);
    const [reason = ''] = error.message.split(/ at line \d|\n/);
    throw new Error(`${relative('', file)}:${line}: ${reason}`, { cause: error });
  }
}

/** Every file below a folder, relative to it, with forward slashes, sorted. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}
