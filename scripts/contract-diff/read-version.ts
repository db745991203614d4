import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocuments, type ContractDocuments } from './read-documents.ts';

/**
 * The contract in a folder, of a release by its version, or of spec/ at a git ref of the repository in `root`. Throws an
 * Error that names the argument if it is none of these.
 */
export function readVersion(root: string, argument: string): ContractDocuments {
  const release = join(root, 'spec', 'released', argument);
  for (const folder of [argument, release])
    if (existsSync(join(folder, 'openapi.yaml'))) return readDocuments(folder);
  if (existsSync(argument)) throw new Error(`${argument} has no openapi.yaml: name a folder such as spec/`);
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    extract(root, argument, folder);
    return readDocuments(join(folder, 'spec'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The branch that changes are merged into: of the remote where there is one. Throws where there is neither. */
export function mainBranch(root: string): string {
  const exists = (ref: string): boolean =>
    spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { cwd: root }).status === 0;
  const branch = ['origin/main', 'main'].find(exists);
  if (branch === undefined) throw new Error('there is no branch main: name a version to compare with');
  return branch;
}

function extract(root: string, ref: string, folder: string): void {
  // A ref cannot begin with a dash, which git would read as an option.
  const archive = ref.startsWith('-')
    ? undefined
    : spawnSync('git', ['archive', ref, 'spec'], { cwd: root, maxBuffer: 2 ** 28 });
  if (archive?.status !== 0) throw new Error(`${ref} is no release, no folder and no git ref with spec/`);
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (status !== 0) throw new Error(`cannot unpack spec/ of ${ref}: is tar installed?`);
}
