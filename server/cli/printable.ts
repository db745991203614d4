import { stripVTControlCharacters } from 'node:util';

/** Text from a file or the database, on one line: it must not be able to steer the operator's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');
}
