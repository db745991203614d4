import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** The text of a file that an option names. Throws UsageError where it cannot be read. */
export function readText(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} names a file that cannot be read (${code}): ${file}`);
  }
}
