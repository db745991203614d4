import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

/** How a folder differs from what it should hold; each list names files, sorted. */
export interface Drift {
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** Compares the files of `folder`, untracked ones too, with the wanted texts. */
export function compareFiles(folder: string, wanted: ReadonlyMap<string, string>): Drift {
  const names = [...wanted.keys()].toSorted();
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  const stale = names.filter(
    (name) => !missing.includes(name) && readFileSync(join(folder, name), 'utf8') !== wanted.get(name),
  );
  const extra = listFiles(folder).filter((name) => !wanted.has(name));
  return { stale, missing, extra };
}

/** One line for each file that differs, and the cure; an empty text when nothing differs. */
export function describeDrift(folder: string, drift: Drift): string {
  const lines = (['stale', 'missing', 'extra'] as const).flatMap((kind) =>
    drift[kind].map((name) => `${kind}: ${folder}/${name}`),
  );
  return lines.length === 0 ? '' : `${lines.join('\n')}\nCure: npm run generate`;
}
