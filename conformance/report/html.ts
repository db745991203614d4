import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import type { ClauseOutcome, ClauseVerdict } from './clause-verdict.ts';
import { htmlStyle } from './html-style.ts';
import { escapeMarkup as e } from './junit.ts';
import { verdictSentence, type SuiteReport } from './suite-report.ts';

const labels: Readonly<Record<ClauseOutcome, string>> = {
  pass: 'holds',
  fail: 'violated',
  error: 'error',
  untested: 'untested',
  'not offered': 'not offered',
  observed: 'open',
  elsewhere: 'not seen from outside',
};

function failure(clause: ClauseVerdict): string {
  const parts = clause.failures.map(({ expected, actual, curl, replay, checkId }) =>
    [
      `<dt>Check</dt><dd>${e(checkId)}</dd>`,
      `<dt>Expected</dt><dd>${e(expected)}</dd>`,
      `<dt>Actual</dt><dd>${e(actual)}</dd>`,
      ...(curl === undefined ? [] : [`<dt>Request</dt><dd><code>${e(curl)}</code></dd>`]),
      `<dt>Replay</dt><dd><code>--replay '${e(replay)}'</code></dd>`,
    ].join(''),
  );
  const head = `<h3>${e(clause.id)} ${e(clause.text)}</h3>`;
  return `<article class="failure" id="failure-${e(clause.id)}">${head}<dl>${parts.join('<dt></dt><dd><hr></dd>')}</dl></article>`;
}

function notes({ outcome, notJudged, observations, reason, verified, judgedBy }: ClauseVerdict): string {
  const elsewhere = reason ?? `verified by ${verified.join(' and ')}`;
  const lines = [...observations, ...notJudged, ...(outcome === 'elsewhere' ? [elsewhere] : [])];
  const told =
    outcome === 'pass' && judgedBy.length > 0 ? [`judged by ${judgedBy.join(', ')}`, ...lines] : lines;
  return told.length === 0
    ? ''
    : `<ul class="notes">${told.map((line) => `<li>${e(line)}</li>`).join('')}</ul>`;
}

function row(clause: ClauseVerdict): string {
  const label = `<span class="badge ${clause.outcome.replace(' ', '-')}">${labels[clause.outcome]}</span>`;
  const outcome = clause.outcome === 'fail' ? `<a href="#failure-${e(clause.id)}">${label}</a>` : label;
  return `<tr id="${e(clause.id)}"><td>${e(clause.id)}</td><td>${e(clause.text)}${notes(clause)}</td><td>${outcome}</td></tr>`;
}

function sectionRows([section, clauses]: readonly [SectionId, readonly ClauseVerdict[]]): string {
  const title = `<tr><th colspan="3" scope="rowgroup">${e(section)} ${e(sectionTitles[section])}</th></tr>`;
  return `<tbody>${title}${clauses.map(row).join('')}</tbody>`;
}

function facts(report: SuiteReport): string {
  const { spent, seed, durationMs, profile, requirementsVersion, startedAt } = report;
  const entries: readonly (readonly [string, string | number])[] = [
    ['Requirements', requirementsVersion],
    ['Profile', profile],
    ['Seed', seed],
    ['Requests', spent.requests],
    ['Messages', spent.messages],
    ['Agents created', spent.agents],
    ['Took', `${(durationMs / 1000).toFixed(1)} s`],
    ['Started', startedAt.replace('T', ' ').slice(0, 16)],
  ];
  return `<dl class="facts">${entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${e(String(value))}</dd></div>`).join('')}</dl>`;
}

function problems({ checks }: SuiteReport): string {
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  if (errors.length === 0) return '';
  const items = errors.map(
    ({ id, reason }) => `<li><code>${e(id)}</code> ${e(reason?.split('\n')[0] ?? '')}</li>`,
  );
  return `<h2>Errors of the suite or the connection, not of the target</h2><ul>${items.join('')}</ul>`;
}

/** The violated clauses by name, each leading to its counterexamples below the table. */
function links(failed: readonly ClauseVerdict[]): string {
  if (failed.length === 0) return '';
  const items = failed.map(({ id, text }) => `<li><a href="#failure-${e(id)}">${e(id)}</a> ${e(text)}</li>`);
  return `<ul class="violated">${items.join('')}</ul>`;
}

/** The report as one HTML file: the verdict, every clause, then the counterexamples. */
export function htmlReport(report: SuiteReport): string {
  const failed = report.clauses.filter(({ outcome }) => outcome === 'fail');
  const sections = [...Map.groupBy(report.clauses, ({ section }) => section)].map(sectionRows);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${e(report.target.baseUrl)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
<h1>Conformance of ${e(report.target.baseUrl)}</h1>
<p class="soft">Conversational Agent Service API</p>
</header>
<main>
<p class="verdict ${report.verdict}" role="status">${e(verdictSentence(report))}</p>
${facts(report)}
${links(failed)}
${problems(report)}
<h2>Every clause</h2>
<table>
<thead><tr><th scope="col">Clause</th><th scope="col">What it says</th><th scope="col">Verdict</th></tr></thead>
${sections.join('\n')}
</table>
${failed.length === 0 ? '' : `<h2>Violated clauses</h2>${failed.map(failure).join('\n')}`}
</main>
</body>
</html>
`;
}
