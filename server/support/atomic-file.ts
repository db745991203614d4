import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Both write a complete draft first: no process reads a part of a file, and two that write at once do not mix.

/**
 * Creates a file with this text and these permissions. Of several processes that create it at once, one does; the
 * others get false and read that file. Returns when the file survives a power failure.
 */
export function createFile(file: string, text: string, mode: number): boolean {
  const draft = writeDraft(file, text, mode);
  try {
    linkSync(draft, file);
    syncFolder(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Creates or replaces a file as a whole; of several processes, the last one wins. */
export function replaceFile(file: string, text: string, mode: number): void {
  renameSync(writeDraft(file, text, mode), file);
  syncFolder(file);
}

/** A name beside the file that no other process uses. */
export function draftOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}`;
}

/** Makes a new name of a file survive a power failure: an fsync of the file itself does not. */
export function syncFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function writeDraft(file: string, text: string, mode: number): string {
  const draft = draftOf(file);
  writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
  return draft;
}
