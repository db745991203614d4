import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStatement, signerOf, type Statement, unpackBundle } from '../../conformance/claim/bundle.ts';
import { outcomeLabels } from '../../conformance/report/clause-result.ts';
import type { SuiteReport } from '../../conformance/report/suite-report.ts';
import type { RequirementRow } from '../contract/requirements.ts';
import { html, type Html, inline, markdown, table } from './html.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

/** What an implementation claims. */
export interface Claim {
  readonly statement: Statement;
  readonly report: SuiteReport;
  /** The id of the key that signed it; undefined where nobody did. */
  readonly signer: string | undefined;
}

const resultsFolder = join(import.meta.dirname, '../../conformance/results');

/** The bundles of conformance/results, whose rules are in its README. Throws Error for a file that is none. */
export function readClaims(folder = resultsFolder): readonly Claim[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
  return names.toSorted().map((name) => {
    const bundle = unpackBundle(readFileSync(join(folder, name)));
    const report = JSON.parse(bundle.files['report.json']) as SuiteReport;
    return { statement: readStatement(bundle), report, signer: signerOf(bundle) };
  });
}

/** Implementations beside each other, clause by clause. */
export function resultsPage({ rows }: DocsSource, claims: readonly Claim[] = readClaims()): Page {
  const counted = rows.filter(({ level }) => level !== 'open');
  const rules = readFileSync(join(resultsFolder, 'README.md'), 'utf8').replace(/^# .*\n/, '');
  const names = claims.map(({ statement }) => statement.predicate.implementation.name);
  return {
    file: 'results.html',
    title: 'Results',
    lead: markdown(
      'What implementations claim, each in a bundle that anybody verifies without a network (`agent-conformance verify`). ' +
        '[How to add yours](#rules). Clauses that the source leaves open are not listed.',
    ),
    contents: [],
    body: html`${table(['Implementation', 'Result', 'Run', 'Signature'], claims.map(claimRow))}
      <section id="clauses">
        <h2>Clause by clause</h2>
        ${table(
          ['Id', 'Clause', ...names],
          counted.map((row) => clauseRow(row, claims)),
        )}
      </section>
      <section id="rules">
        <h2>Add yours</h2>
        ${markdown(rules)}
      </section>`,
  };
}

function claimRow({ statement, report, signer }: Claim): Html {
  const { name, version, url, contact } = statement.predicate.implementation;
  const { result, passedTests, failedTests, profile } = statement.predicate;
  const counts = `${passedTests.length} hold, ${failedTests.length} violated`;
  return html`<tr>
    <th scope="row">${name} ${version}<br /><small>${url}, ${contact}</small></th>
    <td>${result}<br /><small>${counts}</small></td>
    <td>
      ${report.startedAt.slice(0, 10)}, contract ${report.requirementsVersion}, suite
      ${report.versions.suite}, profile ${profile}
    </td>
    <td>${signer === undefined ? 'Consistent, not attested' : html`<code>${signer.slice(0, 16)}</code>`}</td>
  </tr>`;
}

function clauseRow({ id, text }: RequirementRow, claims: readonly Claim[]): Html {
  const cells = claims.map(({ report }) => {
    const clause = report.clauses.find((one) => one.id === id);
    return html`<td>${clause === undefined ? '–' : outcomeLabels[clause.outcome]}</td>`;
  });
  return html`<tr>
    <th scope="row"><a href="requirements.html#${id}">${id}</a></th>
    <td>${inline(text)}</td>
    ${cells}
  </tr>`;
}
