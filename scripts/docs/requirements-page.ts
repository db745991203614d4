import type { Decision, RequirementRow } from '../contract/requirements.ts';
import { badge, type BadgeVariant, html, join, table, type Html, inline, markdown } from './html.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

const ways: Readonly<Record<string, string>> = {
  'black-box': 'over the wire',
  'server-test': 'server test',
  browser: 'real browser',
  excluded: 'not by machine',
};

const levels: Readonly<Record<string, BadgeVariant>> = { stated: 'success', derived: 'warning' };

/** Requirements by section, with their places and decisions, under a filter; then every decision. */
export function requirementsPage(source: DocsSource): Page {
  const sections = [...source.sections]
    .filter(([id]) => source.rows.some((row) => row.section === id))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  return {
    file: 'requirements.html',
    title: 'Requirements',
    lead: lead(source),
    contents: [
      ...sections.map(([id, title]) => ({ href: `#section-${id}`, text: `${id} ${title}` })),
      { href: '#decisions', text: 'Decisions' },
      { href: '#architecture', text: 'Architecture of our server' },
    ],
    body: html`${filter}${sections.map(([id, title]) => sectionTable(source, id, title))}
      <section id="decisions">
        <h2>Decisions</h2>
        <p>
          Each settles a point that the source leaves open, or on which its sentences contradict each other,
          and states what a conforming deployment may do instead.
        </p>
        ${source.decisions.map((decision) => decisionArticle(decision))}
      </section>
      <section id="architecture">
        <h2>Architecture of our server</h2>
        <p>How the service of this repository is built. Nothing here binds another deployment.</p>
        ${source.architecture.map((decision) => decisionArticle(decision))}
      </section>`,
  };
}

function lead({ rows, decisions }: DocsSource): Html {
  const count = (level: string): number => rows.filter((row) => row.level === level).length;
  const excluded = rows.filter((row) => row.verified.includes('excluded')).length;
  return html`<p>
    ${rows.length} requirements: ${count('stated')} that the source states, ${count('derived')} that follow
    from it, each with the line and the words of the source, and ${count('open')} that it leaves open. There
    are ${decisions.length} decisions. ${rows.length - excluded} requirements are verified by machine; for the
    other ${excluded} the table says why not. A deployment fails by what is stated or derived, with
    <code>--level stated</code> by what is stated alone, and never by what is open.
  </p>`;
}

const filter: Html = html`<form class="filter hstack" role="search" hidden>
  <label>Filter <input type="search" name="text" placeholder="words or an id" autocomplete="off" /></label>
  <label
    >Level
    <select name="level">
      <option value="">any</option>
      <option>stated</option>
      <option>derived</option>
      <option>open</option>
    </select></label
  >
  <label
    >Verified
    <select name="verified">
      <option value="">any way</option>
      ${Object.entries(ways).map(([way, words]) => html`<option value="${way}">${words}</option>`)}
    </select></label
  >
  <output aria-live="polite"></output>
</form>`;

function sectionTable(source: DocsSource, id: string, title: string): Html {
  const rows = source.rows.filter((row) => row.section === id).map((row) => requirementRow(source, row));
  return html`<section id="section-${id}" class="requirements">
    <h2>${id} ${title}</h2>
    ${table(['Id', 'Requirement', 'In the contract', 'Verified'], rows)}
  </section>`;
}

function requirementRow(source: DocsSource, row: RequirementRow): Html {
  const decision = source.decisions.find(({ id }) => id === row.decision);
  return html`<tr id="${row.id}" data-level="${row.level}" data-verified="${row.verified.join(' ')}">
    <th scope="row"><a href="#${row.id}">${row.id}</a> ${badge(row.level, levels[row.level])}</th>
    <td>
      <p>${inline(row.text)}</p>
      ${basis(row)}
      ${row.reason === undefined ? undefined : html`<p class="note">${inline(row.reason)}</p>`}${
        decision === undefined ? undefined : decisionFold(decision)
      }
    </td>
    <td>${places(source, row.id)}</td>
    <td>${row.verified.map((way) => html`<span class="badge outline">${ways[way] ?? way}</span> `)}</td>
  </tr>`;
}

/** The words of the source behind a requirement, and why it follows from them. */
function basis({ section, line, quote, inference }: RequirementRow): Html | undefined {
  if (line === undefined || quote === undefined) return undefined;
  const follows = inference === undefined ? undefined : html`<br />Follows: ${inference}`;
  return html`<p class="note">Source ${section}, line ${line}: <q>${quote}</q>${follows}</p>`;
}

function decisionFold(decision: Decision): Html {
  const choice = decision.parts.find((part) => part.heading === 'Choice')?.text ?? '';
  return html`<details>
    <summary>Decision ${decision.id}: ${decision.title}</summary>
    ${markdown(choice)}
    <p><a href="#decision-${decision.id}">The whole record</a></p>
  </details>`;
}

function places(source: DocsSource, id: string): Html {
  const carriers = source.citations
    .filter((citation) => citation.requirement === id)
    .map(({ place }) => placeLink(place));
  const decisions = source.decisions
    .filter((decision) => decision.requirements.includes(id))
    .map((decision) => html`<a href="#decision-${decision.id}">decision ${decision.id}</a>`);
  return join([...carriers, ...decisions], '<br>');
}

function placeLink(place: string): Html {
  if (place === 'every operation') return html`<a href="api.html#authentication">every operation</a>`;
  if (place === 'plans') return html`<a href="api.html#plans">plans</a>`;
  if (place.startsWith('channel ')) return html`<a href="events.html#order">the stream</a>`;
  if (place.startsWith('event ')) return html`<a href="events.html#event-${place.slice(6)}">${place}</a>`;
  return html`<a href="api.html#${place}">${place}</a>`;
}

function decisionArticle(decision: Decision): Html {
  const ids = decision.requirements.map((id) => html`<a href="#${id}">${id}</a> `);
  return html`<article id="decision-${decision.id}" class="card mb-4">
    <h3><a href="#decision-${decision.id}">${decision.id}</a> ${decision.title}</h3>
    <p class="note">${decision.status}, ${decision.date} · concerns <span class="chips">${ids}</span></p>
    ${decision.parts.map(
      ({ heading, text }) =>
        html`<h4>${heading}</h4>
          ${markdown(text)}`,
    )}
  </article>`;
}
