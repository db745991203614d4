import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocuments, type ContractDocuments } from './read-documents.ts';

/**
 * The contract in a folder, or that of spec/ at a git ref of the repository in `root`. Throws an Error that names the
 * argument if it is neither.
 */
export function readVersion(root: string, argument: string): ContractDocuments {
  if (existsSync(join(argument, 'openapi.yaml'))) return readDocuments(argument);
  if (existsSync(argument)) throw new Error(`${argument} has no openapi.yaml: name a folder such as spec/`);
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    extract(root, argument, folder);
    return readDocuments(join(folder, 'spec'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function extract(root: string, ref: string, folder: string): void {
  // A ref cannot begin with a dash, which git would read as an option.
  const archive = ref.startsWith('-')
    ? undefined
    : spawnSync('git', ['archive', ref, 'spec'], { cwd: root, maxBuffer: 2 ** 28 });
  if (archive?.status !== 0) throw new Error(`${ref} is neither a folder nor a git ref with spec/`);
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (status !== 0) throw new Error(`cannot unpack spec/ of ${ref}: is tar installed?`);
}
