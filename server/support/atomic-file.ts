import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

// Both write a complete draft first: no process reads a part of a file, and two that write at once do not mix. Both
// return when the file survives a power failure, and leave no draft when they throw.

/**
 * Creates a file with this text and these permissions. Of several processes that create it at once, one does; the
 * others get false and read that file.
 */
export function createFile(file: string, text: string, mode: number): boolean {
  try {
    placeDraft(file, text, mode, (draft) => linkSync(draft, file));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Creates or replaces a file as a whole; of several processes, the last one wins. */
export function replaceFile(file: string, text: string, mode: number): void {
  placeDraft(file, text, mode, (draft) => renameSync(draft, file));
}

/** Replaces an existing file that only its owner may read: an operator may be root, and the service another user. */
export function replaceOwnedFile(file: string, text: string): void {
  const { uid, gid } = statSync(file);
  placeDraft(file, text, 0o600, (draft) => {
    chownSync(draft, uid, gid);
    renameSync(draft, file);
  });
}

/** The text of a file; undefined where there is none. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether an error has one of these codes of Node's. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
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

function placeDraft(file: string, text: string, mode: number, place: (draft: string) => void): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
    place(draft);
    syncFolder(file);
  } finally {
    // A rename has moved it away already.
    rmSync(draft, { force: true });
  }
}
