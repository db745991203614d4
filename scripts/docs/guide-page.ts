import { readFileSync } from 'node:fs';
import { html, type Html, markdown } from './html.ts';
import type { Page } from './layout.ts';

/** A page of a Markdown file: its title, the text before the first `##` as lead, and a section for each `##`. */
export function guidePage(file: string, source: string): Page {
  const [start = '', ...parts] = readFileSync(source, 'utf8').split(/^## /m);
  const [, title = '', lead = ''] = /^# ([^\n]*)\n(.*)/s.exec(start) ?? [];
  if (title === '') throw new Error(`${source} must begin with a line "# Title"`);
  const sections = parts.map((part) => readSection(part));
  return {
    file,
    title,
    lead: markdown(lead),
    contents: sections.map(({ id, heading }) => ({ href: `#${id}`, text: heading })),
    body: html`${sections.map((section) => section.body)}`,
  };
}

function readSection(part: string): { readonly id: string; readonly heading: string; readonly body: Html } {
  const [heading = '', ...lines] = part.split('\n');
  const id = heading
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const body = html`<section id="${id}">
    <h2>${heading}</h2>
    ${markdown(lines.join('\n'))}
  </section>`;
  return { id, heading, body };
}
