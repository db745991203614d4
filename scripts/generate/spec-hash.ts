import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headLine } from './head-line.ts';
import { listFiles } from './list-files.ts';

/** generated/spec-hash.json: the SHA-256 of every file of spec/ and of them all, so that a report can name its contract. */
export function writeSpecHash(specFolder: string): string {
  const files = listFiles(specFolder).filter((file) => /\.(yaml|md|json)$/.test(file));
  const hashes = files.map((file) => [file, sha256(readFileSync(join(specFolder, file), 'utf8'))] as const);
  const all = sha256(hashes.map(([file, hash]) => `${hash}  ${file}\n`).join(''));
  return `${JSON.stringify({ $comment: headLine, all, files: Object.fromEntries(hashes) }, undefined, 2)}\n`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
