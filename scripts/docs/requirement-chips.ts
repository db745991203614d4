import { html, type Html } from './html.ts';

/** The requirements that something carries, each a link, folded away where there are many. */
export function requirementChips(ids: readonly string[]): Html {
  const chips = html`<span class="chips"
    >${ids.map((id) => html`<a href="requirements.html#${id}">${id}</a> `)}</span
  >`;
  if (ids.length <= 8) return html`<div class="carries">Carries ${chips}</div>`;
  return html`<details class="carries">
    <summary>Carries ${ids.length} requirements</summary>
    ${chips}
  </details>`;
}
