import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import { basisOf, isViolated, type ClauseOutcome, type ClauseResult } from './clause-result.ts';
import { escapeMarkup as e } from './junit.ts';
import { outcomeSentence, type SuiteReport } from './suite-report.ts';

/** Inline styles: light and dark colour schemes, and print. */
const htmlStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --ground: #ffffff; --panel: #f6f8fa;
  --pass: #1a7f37; --fail: #c62828; --warn: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa6b2; --line: #30363d; --ground: #0d1117;
  --panel: #161b22; --pass: #56d364; --fail: #ff7b72; --warn: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.outcome { border-left: .5rem solid var(--pass); background: var(--panel); border-radius: .4rem; padding: 1rem 1.25rem;
  margin: 1.25rem 0; font-size: 1.2rem; font-weight: 600; }
.outcome.violated, .outcome.broken { border-color: var(--fail); } .outcome.incomplete, .outcome.inconclusive { border-color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.facts div { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; }
.facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
tbody th[colspan] { background: var(--panel); font-weight: 600; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
td:nth-child(2) { overflow-wrap: anywhere; min-width: 9rem; }
td:nth-child(3) { white-space: nowrap; }
.badge { font-weight: 600; } .badge.pass { color: var(--pass); } .badge.fail, .badge.error { color: var(--fail); }
.badge.untested, .badge.tolerated { color: var(--warn); } .badge.observed, .badge.elsewhere, .badge.not-offered { color: var(--soft); font-weight: 400; }
.failure { border: 1px solid var(--line); border-left: .3rem solid var(--fail); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0; }
.failure h3 { margin: 0 0 .5rem; font-size: 1rem; }
.failure dl { display: grid; grid-template-columns: 6rem 1fr; gap: .25rem .75rem; margin: 0; }
.failure dt { color: var(--soft); } .failure dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { font: .85rem/1.45 ui-monospace, monospace; background: var(--panel); border-radius: .25rem; padding: .1rem .3rem; overflow-wrap: anywhere; }
.notes { margin: .2rem 0 0; padding: 0; list-style: none; color: var(--soft); font-size: .85rem; }
a { color: inherit; }
@media print { body { max-width: none; padding: 0; } .failure, tr { break-inside: avoid; } }
@media (max-width: 40rem) { td:nth-child(3) { white-space: normal; } th, td { padding: .45rem .3rem; } .failure dl { grid-template-columns: 1fr; } }
`;

const labels: Readonly<Record<ClauseOutcome, string>> = {
  pass: 'holds',
  fail: 'violated',
  tolerated: 'violated, not counted',
  error: 'error',
  untested: 'untested',
  'not offered': 'not offered',
  observed: 'open',
  elsewhere: 'not visible from outside',
};

function failure(clause: ClauseResult): string {
  const parts = clause.failures.map(({ expected, actual, curl, replay, checkId }) =>
    [
      `<dt>Check</dt><dd>${e(checkId)}</dd>`,
      `<dt>Expected</dt><dd>${e(expected)}</dd>`,
      `<dt>Actual</dt><dd>${e(actual)}</dd>`,
      ...(curl === undefined ? [] : [`<dt>Request</dt><dd><code>${e(curl)}</code></dd>`]),
      `<dt>Replay</dt><dd><code>--replay '${e(replay)}'</code></dd>`,
    ].join(''),
  );
  const basis = basisOf(clause).map((line) => `<p class="soft">${e(line)}</p>`);
  const head = `<h3>${e(clause.id)} (${clause.level}) ${e(clause.text)}</h3>${basis.join('')}`;
  return `<article class="failure" id="failure-${e(clause.id)}">${head}<dl>${parts.join('<dt></dt><dd><hr></dd>')}</dl></article>`;
}

function noteList(clause: ClauseResult): string {
  const { outcome, notChecked, observations, reason, verified, checkedBy } = clause;
  const elsewhere = reason ?? `verified by ${verified.join(' and ')}`;
  const lines = [
    ...basisOf(clause),
    ...observations,
    ...notChecked,
    ...(outcome === 'elsewhere' ? [elsewhere] : []),
  ];
  const notes =
    outcome === 'pass' && checkedBy.length > 0 ? [`checked by ${checkedBy.join(', ')}`, ...lines] : lines;
  return notes.length === 0
    ? ''
    : `<ul class="notes">${notes.map((line) => `<li>${e(line)}</li>`).join('')}</ul>`;
}

function row(clause: ClauseResult): string {
  const label = `<span class="badge ${clause.outcome.replace(' ', '-')}">${labels[clause.outcome]}</span>`;
  const outcome = isViolated(clause) ? `<a href="#failure-${e(clause.id)}">${label}</a>` : label;
  return `<tr id="${e(clause.id)}"><td>${e(clause.id)}<br><span class="soft">${clause.level}</span></td><td>${e(clause.text)}${noteList(clause)}</td><td>${outcome}</td></tr>`;
}

function sectionRows([section, clauses]: readonly [SectionId, readonly ClauseResult[]]): string {
  const title = `<tr><th colspan="3" scope="rowgroup">${e(section)} ${e(sectionTitles[section])}</th></tr>`;
  return `<tbody>${title}${clauses.map(row).join('')}</tbody>`;
}

function facts(report: SuiteReport): string {
  const { spent, seed, durationMs, profile, level, requirementsVersion, startedAt } = report;
  const entries: readonly (readonly [string, string | number])[] = [
    ['Requirements', requirementsVersion],
    ['Profile', profile],
    ['Fails on', level === 'stated' ? 'stated' : 'stated, derived'],
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

/** Links from the violated clauses to their counterexamples below the table. */
function links(failed: readonly ClauseResult[]): string {
  if (failed.length === 0) return '';
  const items = failed.map(
    ({ id, level, text }) => `<li><a href="#failure-${e(id)}">${e(id)}</a> (${level}) ${e(text)}</li>`,
  );
  return `<ul class="violated">${items.join('')}</ul>`;
}

/** The report as one HTML file: the outcome, every clause, then the counterexamples. */
export function htmlReport(report: SuiteReport): string {
  const failed = report.clauses.filter(isViolated);
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
<p class="outcome ${report.outcome}" role="status">${e(outcomeSentence(report))}</p>
${facts(report)}
${links(failed)}
${problems(report)}
<h2>Every clause</h2>
<table>
<thead><tr><th scope="col">Clause</th><th scope="col">Text</th><th scope="col">Result</th></tr></thead>
${sections.join('\n')}
</table>
${failed.length === 0 ? '' : `<h2>Violated clauses</h2>${failed.map(failure).join('\n')}`}
</main>
</body>
</html>
`;
}
