import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultsPage } from '../../scripts/docs/results-page.ts';
import { readDocsSource } from '../../scripts/docs/source.ts';
import { verifyBundle } from '../claim/verify-bundle.ts';
import { ownVersion } from '../command/options.ts';
import releases from '../releases.json' with { type: 'json' };

const folder = import.meta.dirname;
const bundles = readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
const verified = bundles.map((name) => verifyBundle(readFileSync(join(folder, name)), ownVersion()));

it('every bundle holds and is of one of the two latest releases, and ours passes', () => {
  expect(bundles).toContain('agent-service.json.gz');
  const latest = Object.keys(releases).slice(-2);
  for (const { report } of verified) expect(latest).toContain(report.requirementsVersion);
  expect(verified.map(({ recordedOnly }) => recordedOnly)).toEqual(verified.map(() => []));
  expect(verified[bundles.indexOf('agent-service.json.gz')]?.statement.predicate.result).toBe('PASSED');
});

it('the page has a column for each implementation, and a violated clause is one', () => {
  const claims = verified.flatMap((claim) => {
    const clauses = claim.report.clauses.map((one) =>
      one.id === 'R-2.1-04' ? { ...one, outcome: 'fail' as const } : one,
    );
    return [claim, { ...claim, report: { ...claim.report, clauses } }];
  });
  const page = resultsPage(readDocsSource(join(folder, '../../spec')), claims).body.html;
  const row = /<tr>\s*<th scope="row"><a href="requirements.html#R-2.1-04">.*?<\/tr>/s.exec(page)?.[0];
  expect(row?.match(/(?<=>)(holds|violated)(?=<\/td>)/g)).toEqual(['holds', 'violated']);
});
