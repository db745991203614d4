import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allChecks } from '../conformance/checks/all-checks.ts';
import type { Releases } from '../conformance/report/scored.ts';
import { listRequirements } from './contract-diff/compare-requirements.ts';
import { readDocuments, versionOf } from './contract-diff/read-documents.ts';
import { releasedNames } from './generate/generated-files.ts';
import { runCommand } from './run-command.ts';

const help = `npm run contract:release

Releases the contract in spec/ under the version in openapi.yaml: copies its documents, and those that npm run generate has
written, to spec/released/<version>/, dates the version in spec/CHANGELOG.md, and writes to conformance/releases.json which
requirements and checks count for --contract <version>. A release never changes afterwards: commit it, and raise the version
with the next change.

  --help   show this

Exit code 0: released, 1: the version is released already, or the change log does not say "(not released)".`;

const spec = 'spec';
const sources = ['openapi.yaml', 'asyncapi.yaml', 'requirements.yaml', 'schemas', 'decisions'];
const releasesFile = 'conformance/releases.json';

function release(): string {
  const documents = readDocuments(spec);
  const version = versionOf(documents.openapi);
  const folder = join(spec, 'released', version);
  if (existsSync(folder))
    throw new Error(`${folder} is released, and never changes: raise the version in ${spec}`);
  const changelog = join(spec, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  const heading = `## ${version} (not released)`;
  if (!text.includes(heading)) throw new Error(`${changelog} has no line "${heading}"`);
  mkdirSync(folder, { recursive: true });
  for (const name of sources) cpSync(join(spec, name), join(folder, name), { recursive: true });
  for (const name of releasedNames) cpSync(join('generated', name), join(folder, name));
  writeFileSync(changelog, text.replace(heading, `## ${version} (${new Date().toISOString().slice(0, 10)})`));
  const binding = listRequirements(documents.requirements).filter(({ level }) => level !== 'open');
  const scored = { requirements: binding.map(({ id }) => id), checks: allChecks.map(({ id }) => id) };
  const releases = JSON.parse(readFileSync(releasesFile, 'utf8')) as Releases;
  writeFileSync(releasesFile, `${JSON.stringify({ ...releases, [version]: scored }, null, 2)}\n`);
  return version;
}

await runCommand({ name: 'contract:release', help, options: {} }, async () => {
  console.log(`Released ${release()}`);
  return 0;
});
