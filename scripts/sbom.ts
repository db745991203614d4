import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isProduction, readLockfile } from './lockfile.ts';

const root = dirname(import.meta.dirname);

/**
 * The software bill of materials of a production install: CycloneDX JSON with the version, licence and hash of every
 * package. Needs npm 10 or later, and no network. Throws Error when npm fails.
 */
export function createSbom(): string {
  const { devDependencies: _tools, ...manifest } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    // npm names the subject of the document after the folder.
    const project = join(folder, manifest.name);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(productionLockfile()));
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    return execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// `npm sbom --omit dev` leaves out production packages that a development package needs as well, such as Express.
function productionLockfile(): object {
  const { packages, ...lockfile } = readLockfile(join(root, 'package-lock.json'));
  const kept = Object.entries(packages).flatMap(([path, entry]) => {
    if (path !== '') return isProduction(entry) ? [[path, entry] as const] : [];
    const { devDependencies: _tools, ...own } = entry;
    return [[path, own] as const];
  });
  return { ...lockfile, packages: Object.fromEntries(kept) };
}
