import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the package that this file is in: it lies deeper in the repository than in the tarball. */
export function ownVersion(): string {
  const manifest = findPackageJSON('.', import.meta.url);
  if (manifest === undefined) throw new Error('the command is in no package');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
