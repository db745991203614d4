import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, type Environment } from './environment.ts';

const schema = z.record(z.string().min(1), z.array(z.string().regex(/^\S+$/)));

/** Spelling to the word that products use, in lower case; for the search in all stores. */
export type Synonyms = ReadonlyMap<string, string>;

/**
 * Reads the JSON file that SYNONYMS_FILE names: each word of the products with the words that shoppers use for it, such as
 * `{"slippers": ["houseshoes"]}`. Empty without the variable. Throws ConfigError.
 */
export function loadSynonyms(env: Environment): Synonyms {
  const path = env['SYNONYMS_FILE'];
  if (!path) return new Map();
  const words = Object.entries(readWords(path));
  return new Map(
    words.flatMap(([word, others]) => others.map((other) => [other.toLowerCase(), word.toLowerCase()])),
  );
}

function readWords(path: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? 'must have a list of single words for each word' : String(error);
    throw new ConfigError(`SYNONYMS_FILE: ${path}: ${reason}`);
  }
}
