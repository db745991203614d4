import { join } from 'node:path';
import type { Change } from '../contract-diff/change.ts';
import { listReleases } from '../contract-diff/check-release.ts';
import { compareContracts } from '../contract-diff/compare-contracts.ts';
import { countsOf, describeWitness, effectHeadings, shortJson } from '../contract-diff/format-report.ts';
import type { Effect } from '../contract-diff/rules.ts';
import { html, join as joinHtml, table, type Html, inline, markdown } from './html.ts';
import type { Page } from './layout.ts';

const meanings: Readonly<Record<Effect, string>> = {
  breaking: 'What worked with the last release no longer does: a major version.',
  obligation: 'Clients are not affected; a deployment must do more than before to conform.',
  compatible: 'Nobody needs to change anything.',
};
const effects = Object.keys(meanings) as Effect[];

/** Every difference of spec/ from its last release: whom it breaks, and a message that shows it. */
export function diffPage(specFolder: string): Page {
  const release = listReleases(specFolder).at(-1);
  if (release === undefined) throw new Error(`${specFolder}/released has no release`);
  const diff = compareContracts(join(specFolder, 'released', release), specFolder);
  const shown = effects
    .map((effect) => ({ effect, changes: diff.changes.filter((change) => change.effect === effect) }))
    .filter(({ changes }) => changes.length > 0);
  const summary =
    shown.length === 0 ? `Nothing has changed since ${release}.` : `Since ${release}: ${countsOf(diff)}.`;
  return {
    file: 'diff.html',
    title: 'Unreleased changes',
    lead: html`<p>${summary}</p>
      ${markdown('What each kind of change is, and for whom: decision 0052. For a pull request: `npm run contract:diff`.')}`,
    contents: shown.map(({ effect }) => ({ href: `#${effect}`, text: effectHeadings[effect] })),
    body: html`${shown.map(({ effect, changes }) => effectSection(effect, changes))}`,
  };
}

function effectSection(effect: Effect, changes: readonly Change[]): Html {
  return html`<section id="${effect}">
    <h2>${effectHeadings[effect]}</h2>
    <p>${meanings[effect]}</p>
    ${table(
      ['Where', 'What', 'For whom'],
      changes.map((change, index) => changeRow(change, `${effect}-${index + 1}`)),
    )}
  </section>`;
}

function changeRow(change: Change, id: string): Html {
  const { where, what, why, rule, audience, binding, uses, witness } = change;
  const readers = audience.length === 0 ? 'nobody' : audience.join(', ');
  return html`<tr id="${id}">
    <th scope="row">
      <code>${where}</code
      >${uses.length === 0 ? undefined : html`<p class="note">${joinHtml(uses, ', ')}</p>`}
    </th>
    <td>
      <p>${inline(what)}</p>
      ${
        witness === null
          ? undefined
          : html`<p class="note">
              ${describeWitness(witness, change.what)}: <code>${shortJson(witness.message)}</code>
            </p>`
      }
    </td>
    <td>
      <p>${readers}${binding === 'ours' ? ' of this service only' : ''}</p>
      <p class="note">${inline(why)} <code>${rule}</code></p>
    </td>
  </tr>`;
}
