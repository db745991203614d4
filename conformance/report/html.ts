import { sectionTitles, type SectionId } from '../../generated/requirements.ts';
import {
  basisOf,
  isViolated,
  outcomeLabels,
  type ClauseFailure,
  type ClauseOutcome,
  type ClauseResult,
} from './clause-result.ts';
import { htmlScript, htmlStyle } from './html-assets.ts';
import { escapeMarkup as e } from './junit.ts';
import { flakyWords } from './print-report.ts';
import { responseExcerpt } from './response-excerpt.ts';
import type { RootCause } from './root-causes.ts';
import { outcomeSentence, warningsOf, type SuiteReport } from './suite-report.ts';

function term(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}

/** A line with a button that copies it. */
function copyable(line: string): string {
  return `<div class="copy"><code>${e(line)}</code><button type="button">Copy</button></div>`;
}

function responseTerm(failure: ClauseFailure): string {
  const lines = responseExcerpt(failure).map(
    ({ before, marked, after }) =>
      `${e(before)}${marked === '' ? '' : `<mark>${e(marked)}</mark>`}${e(after)}`,
  );
  return lines.length === 0 ? '' : term('Response', `<pre>${lines.join('\n')}</pre>`);
}

function failureTerms(failure: ClauseFailure): string {
  const { slug, expected, actual, curl, replay, checkId } = failure;
  const flaky = flakyWords(failure);
  return [
    term(
      'Check',
      `${e(checkId)}${flaky === undefined ? '' : ` <span class="badge tolerated">${flaky}</span>`}`,
    ),
    term('Expected', `${e(expected)} <span class="soft">#${slug}</span>`),
    term('Actual', e(actual)),
    responseTerm(failure),
    curl === undefined ? '' : term('Request', copyable(curl)),
    term('Replay', copyable(`--replay '${replay}'`)),
  ].join('');
}

function clauseLinks(ids: readonly string[]): string {
  return ids.map((id) => `<a href="#failure-${e(id)}">${e(id)}</a>`).join(', ');
}

function cause({ title, clauses, consequences, failure, count, checks }: RootCause, index: number): string {
  const seen = `${count} ${count === 1 ? 'failure' : 'failures'} in ${checks.join(', ')}`;
  return `<article class="entry" id="cause-${index + 1}">
<h3><a href="#cause-${index + 1}">${index + 1}</a> ${e(title).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</h3>
<dl>${term('Breaks', clauseLinks(clauses))}${
    consequences.length === 0 ? '' : term('And so', clauseLinks(consequences))
  }${term('Seen', e(seen))}${failureTerms(failure)}</dl>
</article>`;
}

function causes({ causes: all }: SuiteReport): string {
  if (all.length === 0) return '';
  const title =
    all.length === 1 ? 'What is wrong' : `What is wrong: ${all.length} causes, the broadest first`;
  return `<h2>${title}</h2>${all.map(cause).join('\n')}`;
}

function warnings(report: SuiteReport): string {
  const entries = warningsOf(report).map(
    ({ text, curl, checks }) =>
      `<article class="entry warning"><h3>${e(text)}</h3><dl>${term('Seen', e(checks.join(', ')))}${
        curl === undefined ? '' : term('Request', copyable(curl))
      }</dl></article>`,
  );
  if (entries.length === 0) return '';
  return `<h2>Warnings</h2><p class="soft">No clause forbids it, and no user wants it. Warnings never fail a run.</p>${entries.join('')}`;
}

function violated(clause: ClauseResult): string {
  const { id, level, text, outcome, failures } = clause;
  const [first, ...others] = failures;
  if (first === undefined) return '';
  const basis = basisOf(clause).map((line) => `<p class="soft">${e(line)}</p>`);
  const more = others.map((failure) => `<dl>${failureTerms(failure)}</dl>`).join('<hr>');
  return `<article class="entry" id="failure-${e(id)}">
<h3><a href="#failure-${e(id)}">${e(id)}</a> (${level}${outcome === 'tolerated' ? ', not counted' : ''}) ${e(text)}</h3>${basis.join('')}
<dl>${failureTerms(first)}</dl>${
    others.length === 0 ? '' : `<details><summary>${others.length} more</summary>${more}</details>`
  }
</article>`;
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
  const { id, level, text, outcome } = clause;
  const label = `<span class="badge ${outcome.replace(' ', '-')}">${outcomeLabels[outcome]}</span>`;
  const result = isViolated(clause) ? `<a href="#failure-${e(id)}">${label}</a>` : label;
  return `<tr id="${e(id)}" data-outcome="${outcome}"><td><a href="#${e(id)}">${e(id)}</a><br><span class="soft">${level}</span></td><td>${e(text)}${noteList(clause)}</td><td>${result}</td></tr>`;
}

function sectionRows([section, clauses]: readonly [SectionId, readonly ClauseResult[]]): string {
  const title = `<tr><th colspan="3" scope="rowgroup">${e(section)} ${e(sectionTitles[section])}</th></tr>`;
  return `<tbody>${title}${clauses.map(row).join('')}</tbody>`;
}

/** A button for each outcome of the run, with its number of clauses. */
function filters({ clauses }: SuiteReport): string {
  const button = (value: string, label: string, count: number): string =>
    `<button type="button" value="${value}" aria-pressed="${value === 'all'}">${label} ${count}</button>`;
  const outcomes = (Object.keys(outcomeLabels) as ClauseOutcome[])
    .map((outcome) => [outcome, clauses.filter((clause) => clause.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => button(outcome, outcomeLabels[outcome], count));
  return `<div class="filters" role="group" aria-label="Filter the clauses">${button('all', 'all', clauses.length)}${outcomes.join('')}<input type="search" aria-label="Search the clauses" placeholder="Search: an id, a word, a check"><output class="soft"></output></div>`;
}

function factList(entries: readonly (readonly [string, string | number])[]): string {
  return `<dl class="facts">${entries.map(([name, value]) => `<div><dt>${e(name)}</dt><dd>${e(String(value))}</dd></div>`).join('')}</dl>`;
}

/** How the run was made: what it spent, its options, and the versions. */
function facts(report: SuiteReport): string {
  const { spent, seed, durationMs, profile, level, requirementsVersion, versions, startedAt, options } =
    report;
  const shown = Object.entries(options).filter(([, value]) => value !== false);
  return `<h2>The run</h2>
${factList([
  ['Profile', profile],
  ['Fails on', level === 'stated' ? 'stated' : 'stated, derived'],
  ['Seed', seed],
  ['Requests', spent.requests],
  ['Messages', spent.messages],
  ['Agents created', spent.agents],
  ['Took', `${(durationMs / 1000).toFixed(1)} s`],
  ['Started', startedAt.replace('T', ' ').slice(0, 16)],
  ['Suite', versions.suite],
  ['Contract', versions.contract],
  ['Requirements', requirementsVersion],
  ['Node', versions.node],
])}
<details><summary>Options</summary>${factList(shown.map(([name, value]) => [name, String(value)] as const))}</details>`;
}

function problems({ checks }: SuiteReport): string {
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  if (errors.length === 0) return '';
  const items = errors.map(
    ({ id, reason }) => `<li><code>${e(id)}</code> ${e(reason?.split('\n')[0] ?? '')}</li>`,
  );
  return `<h2>Errors of the suite or the connection, not of the target</h2><ul>${items.join('')}</ul>`;
}

/** The report as one HTML file: the outcome, the causes, warnings, violated clauses, the run, then every clause. */
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
<p class="soft">Conversational Agent Service API, contract ${e(report.versions.contract)}</p>
</header>
<main>
<p class="outcome ${report.outcome}" role="status">${e(outcomeSentence(report))}</p>
${causes(report)}
${warnings(report)}
${problems(report)}
${failed.length === 0 ? '' : `<h2>Violated clauses</h2>${failed.map(violated).join('\n')}`}
${facts(report)}
<h2>Every clause</h2>
${filters(report)}
<table>
<thead><tr><th scope="col">Clause</th><th scope="col">Text</th><th scope="col">Result</th></tr></thead>
${sections.join('\n')}
</table>
</main>
<script>${htmlScript}</script>
</body>
</html>
`;
}
