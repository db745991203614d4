import { join } from 'node:path';
import { expect, it } from 'vitest';
import releases from '../../conformance/releases.json' with { type: 'json' };
import { listReleases } from '../contract-diff/check-release.ts';
import { listRequirements } from '../contract-diff/compare-requirements.ts';
import { readDocuments } from '../contract-diff/read-documents.ts';

const spec = join(import.meta.dirname, '..', '..', 'spec');

it('the suite scores each release of the contract by its binding requirements', () => {
  const binding = listReleases(spec).map((version) => {
    const { requirements } = readDocuments(join(spec, 'released', version));
    return [
      version,
      listRequirements(requirements).flatMap(({ id, level }) => (level === 'open' ? [] : [id])),
    ];
  });
  const scored = Object.entries(releases).map(([version, one]) => [version, one.requirements]);
  expect(scored).toEqual(binding);
});
