import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownVersion } from './command/options.ts';

it('the README installs the tarball by a path that npm does not read as a repository of GitHub', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`npm install --global ./dist/agent-conformance-${ownVersion()}.tgz `);
});
