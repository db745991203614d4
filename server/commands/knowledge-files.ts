import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { ServiceError } from '../errors.ts';
import { fileEndings, type SourceFile } from '../knowledge/read-document.ts';
import { maxDocuments } from '../services/knowledge.ts';
import { CommandFailure } from './operator.ts';

/**
 * The file at a path, by its name; or the files of a folder and its folders that can be imported, by their paths in it,
 * without hidden ones. Throws CommandFailure for what cannot be read, and ServiceError `invalid_request` for a folder
 * without such files or with too many.
 */
export async function readKnowledgeFiles(path: string): Promise<SourceFile[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ name: basename(path), bytes: await readFile(path) }];
    const names = await listFolder(path);
    if (names.length === 0) throw invalid(path, `has no file that ends with ${fileEndings.join(', ')}`);
    if (names.length > maxDocuments) throw invalid(path, `has more than ${maxDocuments} files`);
    return await Promise.all(
      names.map(async (name) => ({ name, bytes: await readFile(join(path, ...name.split('/'))) })),
    );
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof Error)) throw error;
    throw new CommandFailure(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** In the order of their names, with `/` between the parts. */
async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && fileEndings.includes(extname(entry.name).toLowerCase()))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name))
    .toSorted();
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', `the folder ${path} ${message}`);
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'no such file or folder' : (error.code ?? error.name);
}
