import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../contract-diff/change.ts';
import { compareContracts } from '../contract-diff/compare-contracts.ts';
import { describeWitness, shortJson } from '../contract-diff/format-report.ts';
import type { Effect } from '../contract-diff/rules.ts';
import { html, join as joinHtml, table, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { inline, markdown } from './markdown.ts';

const parts: readonly (readonly [effect: Effect, heading: string, meaning: string])[] = [
  ['breaking', 'Breaking', 'What worked with the last release no longer does: a major version.'],
  [
    'obligation',
    'Deployments must do more',
    'Clients are not affected; a deployment must do more than before to conform.',
  ],
  ['compatible', 'Compatible', 'Nobody needs to change anything.'],
];

/** Every difference of spec/ from its last release: whom it breaks, and a message that shows it. */
export function diffPage(specFolder: string): Page {
  const release = newestRelease(join(specFolder, 'released'));
  const { changes, breaking, obligations, compatible } = compareContracts(
    join(specFolder, 'released', release),
    specFolder,
  );
  const shown = parts.filter(([effect]) => changes.some((change) => change.effect === effect));
  return {
    file: 'diff.html',
    title: 'Unreleased changes',
    lead: html`<p>
        ${
          changes.length === 0
            ? `Nothing has changed since ${release}.`
            : `Since ${release}: ${breaking} breaking, ${obligations} that ask more of deployments, ${compatible} compatible.`
        }
      </p>
      ${markdown('What each kind of change is, and for whom: decision 0052. For a pull request: `npm run contract:diff`.')}`,
    contents: shown.map(([effect, heading]) => ({ href: `#${effect}`, text: heading })),
    body: html`${shown.map(([effect, heading, meaning]) =>
      effectSection(
        effect,
        heading,
        meaning,
        changes.filter((change) => change.effect === effect),
      ),
    )}`,
  };
}

/** The folder with the highest version. */
function newestRelease(folder: string): string {
  const versions = readdirSync(folder).toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`${folder} has no release`);
  return newest;
}

function effectSection(effect: Effect, heading: string, meaning: string, changes: readonly Change[]): Html {
  return html`<section id="${effect}" class="changes">
    <h2>${heading}</h2>
    <p>${meaning}</p>
    ${table(
      'list',
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
          : html`<p class="note">${describeWitness(witness)}: <code>${shortJson(witness.message)}</code></p>`
      }
    </td>
    <td>
      <p>${readers}${binding === 'ours' ? ' of this service only' : ''}</p>
      <p class="note">${inline(why)} <code>${rule}</code></p>
    </td>
  </tr>`;
}
