import { readdirSync } from 'node:fs';
import type { Knex } from 'knex';
import { contained } from './0001-first-tables.ts';

const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file));

/**
 * In the order in which they run: the files of this folder, and those that the first one contains. A name never changes:
 * databases store it. 0017 and 0018 were never used.
 */
export const migrationNames = [...files.map((file) => file.replace('.ts', '')), ...contained].toSorted();

/** Loads a migration, which a start without pending ones does not. */
export async function loadMigration(name: string): Promise<Pick<Knex.Migration, 'up'>> {
  if (contained.includes(name)) return { up: async () => undefined };
  return import(new URL(`${name}.ts`, import.meta.url).href);
}
