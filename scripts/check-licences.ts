import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProduction, type Lockfile, packageNameOf, readLockfile } from './lockfile.ts';

/** SPDX ids that ask for no more than to keep the licence's text. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Allowed for development packages, too: nothing of them is distributed. MPL-2.0 concerns changed files only. */
const allowedForTools = new Set([...allowed, 'MPL-2.0']);

/** Packages without an SPDX expression in package.json, with the licence that they state elsewhere. */
const statedElsewhere: Readonly<Record<string, string>> = {
  // The `licenses` field, which npm has replaced by `license`, and the LICENSE file.
  busboy: 'MIT',
  streamsearch: 'MIT',
};

/** One line for each package of a lockfile whose licence is missing or not allowed. */
export function findLicenceProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') return [];
    const name = packageNameOf(path);
    const licence = entry.license ?? statedElsewhere[name];
    if (licence === undefined) return [`${name} ${entry.version} states no licence`];
    const list = isProduction(entry) ? allowed : allowedForTools;
    return isAllowed(licence, list) ? [] : [`${name} ${entry.version} has the licence ${licence}`];
  });
}

/** One alternative of `A OR B` is enough; `A AND B` needs both. Nested expressions are not understood. */
function isAllowed(expression: string, list: ReadonlySet<string>): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((id) => list.has(id)));
}

// Every package that the project or its bench installs, on any platform: exit code 1 for a licence that is not allowed.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = ['package-lock.json', 'scripts/bench/package-lock.json'];
  const problems = files.flatMap((file) =>
    findLicenceProblems(readLockfile(join(dirname(import.meta.dirname), file))).map(
      (text) => `${file}: ${text}`,
    ),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error('Allowed licences are listed in scripts/check-licences.ts.');
  process.exitCode = problems.length === 0 ? 0 : 1;
}
